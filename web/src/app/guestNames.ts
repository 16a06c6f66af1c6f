// What guests are called who have not said it. None is the name of a bot: nobody is to be taken for one.

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
