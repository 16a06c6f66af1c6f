// Where the cards of a test drive lead: a turn that was asked of the server, as a preview. Pure.

import type {
  Preview,
  RegisterPreview,
  Robot,
  ScenarioPlayed,
} from '../../../wire/generated/rally';

/** Register by register; of a robot between two of them only its place is known. */
export function previewOf(
  start: Robot,
  { robots, happenings, stopped_at: last }: ScenarioPlayed,
): Preview {
  const registers: RegisterPreview[] = [];
  let { cell } = start;
  for (let register = 1; register <= last && cell; register += 1) {
    const here = happenings.filter((event) => event.register === register);
    for (const event of here) {
      if (event.type === 'Died') cell = null;
      else if ('end' in event && event.end) cell = event.end;
    }
    registers.push({ register, happenings: here, robot: { ...(robots[0] ?? start), cell } });
  }
  return { start, registers };
}
