// How far somebody has got in the lessons: stored, so that they can leave and come back. Pure.

export interface Progress {
  at: number; // the index of the lesson; the number of lessons means that all are done
  done: readonly string[];
}

export const BEGINNING: Progress = { at: 0, done: [] };

/** What was stored, as far as it can be read and there still are such lessons. */
export function readProgress(text: string | null, lessons: readonly string[]): Progress {
  let found: Partial<Progress> | null;
  try {
    found = JSON.parse(text ?? 'null') as Partial<Progress> | null;
  } catch {
    return BEGINNING;
  }
  if (typeof found !== 'object' || found === null) return BEGINNING;
  const { at, done } = found;
  return {
    at: Number.isInteger(at) ? within(at as number, lessons.length) : 0,
    done: Array.isArray(done) ? lessons.filter((lesson) => done.includes(lesson)) : [],
  };
}

export function goTo(progress: Progress, at: number, count: number): Progress {
  return { ...progress, at: within(at, count) };
}

export function finish(progress: Progress, lesson: string): Progress {
  if (progress.done.includes(lesson)) return progress;
  return { ...progress, done: [...progress.done, lesson] };
}

function within(at: number, count: number): number {
  return Math.min(count, Math.max(0, at));
}
