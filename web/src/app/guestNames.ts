// Names for guests who have not chosen one: “Merry Gizmo”. No toy is the name of a bot, so nobody is
// mistaken for one.

const LIKE = (
  'Bold Bouncy Brave Breezy Bright Cheery Clever Copper Cosy Curly Dapper Dizzy Gentle ' +
  'Handy Happy Humble Jolly Keen Lively Lucky Mellow Merry Mighty Nimble Peppy Plucky ' +
  'Proud Quick Quiet Rusty Shiny Smart Snappy Spry Steady Sunny Swift Tidy Tiny Wily ' +
  'Witty Zippy'
).split(' ');
export const TOYS = (
  'Bolt Bugle Button Cog Crank Dial Domino Drum Gizmo Kazoo Kettle Kite Lantern Lever ' +
  'Magnet Marble Pebble Pedal Piston Pulley Puppet Ratchet Rattle Rocket Saucer Spring ' +
  'Teapot Thimble Toggle Trinket Valve Wagon Washer Whirr Whistle Widget'
).split(' ');

function some(words: readonly string[]): string {
  return words[Math.floor(Math.random() * words.length)] ?? '';
}

/** There are over a thousand; where somebody has it already, with a number. */
export function someName(isNumbered = false): string {
  const name = `${some(LIKE)} ${some(TOYS)}`;
  return isNumbered ? `${name} ${10 + Math.floor(Math.random() * 90)}` : name;
}
