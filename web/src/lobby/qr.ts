// A QR code of a link (ISO/IEC 18004): bytes, error correction of level M, versions 1 to 10. Pure.

/** By version: codewords of correction in a block, and how many blocks have how many of data. */
const BLOCKS: readonly (readonly [fix: number, blocks: readonly (readonly [number, number])[]])[] = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [22, [[2, 38], [2, 39]]],
  [22, [[3, 36], [2, 37]]],
  [26, [[4, 43], [1, 44]]],
]; // prettier-ignore

/** By version: where the middles of the small squares are, on both axes. */
const MIDDLES: readonly (readonly number[])[] = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
]; // prettier-ignore

const LEVEL_M = 0b00;
const BYTES = 0b0100;
const FILLERS = [0xec, 0x11];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Cells = (boolean | null)[][]; // by row; null: not set yet

/** The dark modules by row; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex((_, at) => bits(bytes, at + 1).length <= 8 * room(at + 1)) + 1;
  if (!version) return null;
  const words = interleaved(filled(bits(bytes, version), version), version);
  const frame = framed(version);
  const drawn = MASKS.map((mask, number) => finished(frame, words, mask, number));
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

function room(version: number): number {
  const [, blocks] = BLOCKS[version - 1] ?? [0, []];
  return blocks.reduce((sum, [count, words]) => sum + count * words, 0);
}

function digits(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

function bits(bytes: readonly number[], version: number): number[] {
  const length = digits(bytes.length, version < 10 ? 8 : 16);
  return [...digits(BYTES, 4), ...length, ...bytes.flatMap((byte) => digits(byte, 8))];
}

/** As many codewords as there is room for. */
function filled(data: number[], version: number): number[] {
  const most = 8 * room(version);
  const whole = [...data, 0, 0, 0, 0].slice(0, most);
  while (whole.length % 8) whole.push(0);
  const words = Array.from({ length: whole.length / 8 }, (_, at) =>
    whole.slice(8 * at, 8 * at + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  for (let at = 0; words.length < most / 8; at += 1) words.push(FILLERS[at % 2] ?? 0);
  return words;
}

function interleaved(words: readonly number[], version: number): number[] {
  const [fix, sizes] = BLOCKS[version - 1] ?? [0, []];
  const blocks: number[][] = [];
  let begun = 0;
  for (const [count, size] of sizes)
    for (let at = 0; at < count; at += 1) {
      blocks.push(words.slice(begun, begun + size));
      begun += size;
    }
  const fixes = blocks.map((block) => correction(block, fix));
  return [...columns(blocks), ...columns(fixes)];
}

/** The first of each, then the second of each, and so on; some are shorter. */
function columns(rows: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...rows.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => rows.flatMap((row) => row[at] ?? [])).flat();
}

const [EXPONENTS, LOGARITHMS] = field();

function field(): [number[], number[]] {
  const [powers, logs] = [[] as number[], [] as number[]];
  for (let power = 0, value = 1; power < 255; power += 1) {
    powers[power] = value;
    logs[value] = power;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
  }
  return [powers, logs];
}

function times(one: number, other: number): number {
  if (!one || !other) return 0;
  return EXPONENTS[((LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0)) % 255] ?? 0;
}

/** Reed and Solomon's: the remainder of a division. */
function correction(block: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let power = 0; power < length; power += 1) {
    const root = EXPONENTS[power] ?? 0;
    divisor = [...divisor, 0].map((value, at) => value ^ times(divisor[at - 1] ?? 0, root));
  }
  const rest = [...block, ...Array<number>(length).fill(0)];
  for (const at of block.keys()) {
    const factor = rest[at] ?? 0;
    for (const [index, value] of divisor.entries())
      rest[at + index] = (rest[at + index] ?? 0) ^ times(value, factor);
  }
  return rest.slice(block.length);
}

/** What is the same whatever is written: squares, lines, and the places of the format. */
function framed(version: number): Cells {
  const size = 17 + 4 * version;
  const cells: Cells = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    // prettier-ignore
    square(cells, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const middles = MIDDLES[version - 1] ?? [];
  for (const x of middles)
    for (const y of middles)
      if (cells[y]?.[x] === null) square(cells, x, y, 2, (ring) => ring !== 1);
  for (let at = 8; at < size - 8; at += 1) {
    set(cells, at, 6, at % 2 === 0);
    set(cells, 6, at, at % 2 === 0);
  }
  set(cells, 8, size - 8, true);
  for (const [x, y] of formatPlaces(size).flat())
    if (cells[y]?.[x] === null) set(cells, x, y, false);
  if (version >= 7) writeVersion(cells, version);
  return cells;
}

function square(
  cells: Cells,
  x: number,
  y: number,
  reach: number,
  isDark: (ring: number) => boolean,
): void {
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1)
      set(cells, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
}

function set(cells: Cells, x: number, y: number, isDark: boolean): void {
  const row = cells[y];
  if (row && x >= 0 && x < row.length) row[x] = isDark;
}

/** The two places of each bit of the format, the highest first. */
function formatPlaces(size: number): (readonly [x: number, y: number])[][] {
  const across = [0, 1, 2, 3, 4, 5, 7, 8];
  const first = [
    ...across.map((x) => [x, 8] as const),
    ...[7, 5, 4, 3, 2, 1, 0].map((y) => [8, y] as const),
  ];
  const second = Array.from({ length: 15 }, (_, at) =>
    at < 7 ? ([8, size - 1 - at] as const) : ([size - 15 + at, 8] as const),
  );
  return first.map((place, at) => [place, second[at] ?? place]);
}

function remainder(value: number, by: number, length: number): number {
  let rest = value << length;
  for (let at = 31; at >= length; at -= 1) if ((rest >>> at) & 1) rest ^= by << (at - length);
  return (value << length) | rest;
}

function writeFormat(cells: Cells, mask: number): void {
  const format = remainder((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
  const size = cells.length;
  for (const [at, bit] of digits(format, 15).entries())
    for (const [x, y] of formatPlaces(size)[at] ?? []) set(cells, x, y, bit === 1);
}

function writeVersion(cells: Cells, version: number): void {
  const number = remainder(version, 0x1f25, 12);
  for (let at = 0; at < 18; at += 1) {
    const isDark = ((number >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), cells.length - 11 + (at % 3)];
    set(cells, near, far, isDark);
    set(cells, far, near, isDark);
  }
}

/** Up and down in pairs of columns from the right, but for the column of the line. */
function finished(
  frame: Cells,
  words: readonly number[],
  mask: (x: number, y: number) => boolean,
  number: number,
): boolean[][] {
  const cells = frame.map((row) => [...row]);
  const size = cells.length;
  const stream = words.flatMap((word) => digits(word, 8));
  let at = 0;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (frame[y]?.[x] !== null) continue;
        set(cells, x, y, ((stream[at] ?? 0) === 1) !== mask(x, y));
        at += 1;
      }
    }
    isUp = !isUp;
  }
  writeFormat(cells, number);
  return cells.map((row) => row.map((cell) => cell === true));
}

/** How hard it is to read: long runs, blocks, what looks like a corner, too much of one colour. */
function penalty(cells: readonly (readonly boolean[])[]): number {
  const size = cells.length;
  const lines = [...cells, ...cells.map((_, x) => cells.map((row) => row[x] ?? false))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map((cell) => (cell ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1) {
      const here = cells[y]?.[x];
      const others = [cells[y - 1]?.[x], cells[y]?.[x - 1], cells[y - 1]?.[x - 1]];
      if (others.every((cell) => cell === here)) sum += 3;
    }
  const dark = cells.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
