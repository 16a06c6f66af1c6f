import { describe, expect, test } from 'vitest';
import type { CourseFacts } from '../../../wire/generated/rally';
import { blank, withThing } from './drawing';
import { drawingOf, factsOf, readDrawing, textOf } from './drawingText';
import examples from './examples.json';

// What the server says of courses with every element; a test of the server compares it.
const COURSES = examples as unknown as readonly CourseFacts[];

describe.each(COURSES.map((course) => [course.name, course] as const))('%s', (_, course) => {
  test('is written as the server writes it', () => {
    expect(textOf(drawingOf(course))).toBe(course.text);
  });

  test('is drawn as the server tells it', () => {
    const { squares, walls, beams } = factsOf(drawingOf(course), course.beams);
    expect(squares).toEqual(course.squares);
    expect(walls.map((wall) => JSON.stringify(wall)).sort()).toEqual(
      course.walls.map((wall) => JSON.stringify(wall)).sort(),
    );
    expect(beams).toEqual(course.beams);
  });

  test('is kept in a browser as it is', () => {
    const drawing = drawingOf(course);
    expect(readDrawing(JSON.parse(JSON.stringify(drawing)))).toEqual(drawing);
  });
});

describe('a drawing', () => {
  test('has a name on one line, or none', () => {
    expect(textOf(blank(' Two\nlines ', 1, 1))).toContain('\nname: Two lines\n');
    expect(textOf(blank('', 1, 1))).toContain('\nname: Untitled\n');
  });

  test('shows the first cell of a beam until the server says how far it goes', () => {
    const lit = withThing(blank('', 3, 1), [0, 0], { lasers: [{ heading: 'e', beams: 1 }] });
    expect(factsOf(lit).beams).toEqual([{ heading: 'e', beams: 1, cells: [[0, 0]] }]);
  });

  test.each([null, {}, 7, { ...blank(''), squares: [] }, { ...blank(''), players: null }])(
    'is not %j',
    (value) => {
      expect(readDrawing(value)).toBe(null);
    },
  );
});
