"""What a robot of Rally may expect: how many turns it takes from here, by Monte-Carlo over hands.

Made once for a course and the settings that matter, kept on disk, shared by all bots.
"""
