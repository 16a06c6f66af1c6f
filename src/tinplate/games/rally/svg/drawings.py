"""What is printed on squares, and the toys that stand on them, as parts of an SVG.

They name their colours (`$wall`); only the themes know what these look like.
"""

PIT = """\
<rect x="-28" y="-28" width="56" height="56" rx="5" fill="$pit"/>
<rect x="-23" y="-23" width="46" height="46" rx="7" fill="none" stroke="$hazard" stroke-width="4"
stroke-dasharray="7 6"/><rect x="-18" y="-18" width="36" height="36" rx="5" fill="$pit_hole"/>"""
GEAR = """\
<circle r="21" fill="$gear" stroke="$brass" stroke-width="5" stroke-dasharray="6.6 6.6"/>
<circle r="18.5" fill="$gear"/><path d="M-9.5 8.5A12.5 12.5 0 1 1 9.5 8.5" fill="none"
stroke="$accent" stroke-width="4.5" stroke-linecap="round"/>
<path d="M2.5 6.5 15.5 4 10 16.5Z" fill="$accent"/>"""
REPAIR = """\
<rect x="-20" y="-20" width="40" height="40" rx="10" fill="$repair_floor" stroke="$repair"
stroke-width="2"/>"""
WRENCH = "M-3 16V-3A8 8 0 0 1-5-14L-3-8H3L5-14A8 8 0 0 1 3-3V16Z"
PRESS = """\
<path d="M-25-28H25V-18L18.5-11 12.5-18 6-11 0-18-6-11-12.5-18-18.5-11-25-18Z
M-25 28H25V18L18.5 11 12.5 18 6 11 0 18-6 11-12.5 18-18.5 11-25 18Z" fill="$iron"/>
<path d="M-22 24H22" stroke="$hazard" stroke-width="4" stroke-dasharray="6 5"/>"""
PUSHER = """\
<path d="M-4.5-6h9v22h-9Z" fill="$brass"/>
<path d="M-18-15h36v9h-36ZM-22 14h44v12h-44ZM0-27 6.5-18H-6.5Z" fill="$iron" stroke="$iron"
stroke-width="2" stroke-linejoin="round"/>"""
START = """\
<circle r="20" fill="none" stroke="$iron" stroke-width="3" stroke-dasharray="5 5"/>"""
GO = '<path d="M-5.5-9.5 10.5 0-5.5 9.5Z" fill="$iron"/>'
FLAG = """\
<ellipse cx="-9" cy="21" rx="7" ry="2.6" fill="$shade" opacity=".25"/>
<path d="M-9 21V-21" stroke="$ink" stroke-width="3.5" stroke-linecap="round"/>
<path d="M-8-21H19L13-11 19-1H-8Z" fill="$accent"/>"""

# Tin toys, told apart by their outlines alone: body, then eyes and chest.
TOYS = {
    "red": (
        (
            '<path d="M-9 15V2a3 3 0 0 1 3-3H6a3 3 0 0 1 3 3v13ZM-8-3a8 8 0 0 1 16 0ZM0-11v-4"/>'
            '<circle cy="-16.4" r="2"/>'
        ),
        (
            '<circle cx="-3" cy="-5.6" r="1.5"/><circle cx="3" cy="-5.6" r="1.5"/>'
            '<circle cy="7" r="2.6"/>'
        ),
    ),
    "green": (
        (
            '<path d="M-10 15V1h20v14ZM-9-2v-10h18v10ZM-6-12v-4M6-12v-4"/>'
            '<circle cx="-6" cy="-16.5" r="1.6"/><circle cx="6" cy="-16.5" r="1.6"/>'
        ),
        (
            '<path d="M-5.5-9h3.6v3.6h-3.6ZM1.9-9h3.6v3.6h-3.6ZM-5 4.3h10v1.4h-10Z'
            'M-5 7.3h10v1.4h-10ZM-5 10.3h6v1.4h-6Z"/>'
        ),
    ),
    "blue": (
        (
            '<path d="M-7.5-8h-3.4M7.5-8h3.4" stroke-width="2.4"/>'
            '<path d="M-7 15C-12 11-12 3-7 0H7C12 3 12 11 7 15Z"/><circle cy="-7.5" r="7.5"/>'
        ),
        '<circle cy="-7.5" r="3"/><path d="M-4 9a4 4 0 0 1 8 0Z"/>',
    ),
    "yellow": (
        '<path d="M-11 15-5 0H5L11 15ZM-7-2-5-12H5L7-2ZM-2.4-12 0-18 2.4-12Z"/>',
        '<path d="M-4.2-7.6h8.4v2.6h-8.4ZM0 4 2 8H0l1 4-4-5h2Z"/>',
    ),
    "silver": (
        (
            '<path d="M-10-8h2M8-8h2" stroke-width="2.4"/>'
            '<path d="M-10 11-7 15H7L10 11V3L7-1H-7L-10 3ZM-8-6-5-13H5L8-6 5-2H-5Z"/>'
        ),
        (
            '<circle cx="-2.8" cy="-7.6" r="1.5"/><circle cx="2.8" cy="-7.6" r="1.5"/>'
            '<path d="M-4 4h8v6h-8Z"/>'
        ),
    ),
    "violet": (
        '<path d="M-8 15-10 3-6-1H6L10 3 8 15ZM0-15 9-8 0-1-9-8Z"/><circle cy="-17" r="1.8"/>',
        '<circle cy="-8" r="3"/><path d="M0 4 3 8 0 12-3 8Z"/>',
    ),
    "teal": (
        (
            '<circle cx="-8" cy="-13" r="3.2"/><circle cx="8" cy="-13" r="3.2"/>'
            '<path d="M-11 15V6A7 7 0 0 1-4-1H4A7 7 0 0 1 11 6V15ZM-7-3V-9A7 6 0 0 1 7-9V-3Z"/>'
        ),
        (
            '<circle cx="-3" cy="-7.5" r="1.7"/><circle cx="3" cy="-7.5" r="1.7"/>'
            '<path d="M-5 7h10v3h-10Z"/>'
        ),
    ),
    "pink": (
        (
            '<path d="M-3-11C-6-15 6-14 3-18" fill="none" stroke-width="2.4"/>'
            '<path d="M-6-1H6C7 6 9 10 11 15H-11C-9 10-7 6-6-1ZM-8-3V-11H8V-3Z"/>'
        ),
        '<path d="M-5.5-8.5h4v3h-4ZM1.5-8.5h4v3h-4ZM-2 3h4v3h-4ZM-2 8h4v3h-4Z"/>',
    ),
}

# What a card does, as on the page; in a square from -22 to 22.
CARD_ARROWS = {
    "move1": "M0-14 9-3H3V14H-3V-3H-9Z",
    "move2": "M0-18 9-8H-9ZM0-8 9 2H3V14H-3V2H-9Z",
    "move3": "M0-20 8-11H-8ZM0-12 8-3H-8ZM0-4 8 5H3V15H-3V5H-8Z",
    "back": "M0 14 9 3H3V-14H-3V3H-9Z",
    "left": "M10 14V2C10-6 4-8-4-8V-14L-14-5-4 4V-2C2-2 4-1 4 4V14Z",
    "right": "M-10 14V2C-10-6-4-8 4-8V-14L14-5 4 4V-2C-2-2-4-1-4 4V14Z",
    "uturn": "M-10 14V-4A10 10 0 0 1 10-4V3H15L7 14-1 3H4V-4A4 4 0 0 0-4-4V14Z",
}
