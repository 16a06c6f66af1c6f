// What the examples of the rule book show, in words.

import { reasonText, type Reason } from '../../wire/reasons';
import { m } from '../../paraglide/messages';
import type { Event, Robot, Target } from '../../wire/generated/ricochet';
import { robotName, targetName, task } from './board/words';
import { eventText } from './story';

/** What is no event of a match: a position, a picture, how an attempt ends. */
type Shown =
  | { type: 'PuzzleShown'; robots: Partial<Record<Robot, string>>; target: Target }
  | { type: 'TargetReached'; robot: Robot; moves: number }
  | { type: 'TokensShown'; targets: readonly Target[] }
  | { type: 'SectionsShown'; names: readonly string[] }
  | ({ type: 'NotAllowed' } & Reason);

export default function tell(event: unknown, names: readonly string[]): string | null {
  const shown = event as Shown | Event;
  switch (shown.type) {
    case 'PuzzleShown':
      return `${task(shown.target)} · ${places(shown.robots)}`;
    case 'TargetReached':
      return m.try_arrived({ robot: robotName(shown.robot), count: shown.moves });
    case 'TokensShown':
      return shown.targets.map(targetName).join(', ');
    case 'SectionsShown':
      return shown.names.join(' · ');
    case 'NotAllowed':
      return reasonText(shown);
    default:
      return eventText(shown, (seat) => names[seat] ?? '');
  }
}

function places(robots: Partial<Record<Robot, string>>): string {
  const pairs = Object.entries(robots) as [Robot, string][];
  return pairs.map(([robot, cell]) => `${robotName(robot)} ${cell}`).join(', ');
}
