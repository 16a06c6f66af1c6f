// Names for guests who have not chosen one. None is the name of a bot, so nobody is mistaken for one.

export const GUEST_NAMES = [
  'Gizmo',
  'Widget',
  'Magnet',
  'Cog',
  'Spring',
  'Crank',
  'Bolt',
  'Washer',
  'Ratchet',
  'Whirr',
];
