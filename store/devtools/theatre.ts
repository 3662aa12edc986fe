import type { Branch } from './causality.ts';
import type { Side, SideStep } from './timeline.ts';

/** What a copy of the application in the theatre tells the page around it (decision 0152). */
export type FromSide =
  /** A page has loaded. All of its steps follow, starting with the first one. */
  | { kind: 'started' }
  /** A user is signed in, and receives messages of all their conversations. */
  | { kind: 'ready'; userId: number; name: string }
  | { kind: 'steps'; steps: SideStep[] }
  /** The page shows the step, or the present. */
  | { kind: 'shown'; step: number | null }
  | { kind: 'explained'; step: number; branches: Branch[] }
  | { kind: 'acted'; call: number; problem: string | null };

/** What the user of the tour does. Names are accessible names; a name matches if it starts with the given text. */
export type Act =
  | { do: 'open'; path: string }
  | { do: 'press'; name: string }
  | { do: 'type'; field: string; text: string }
  | { do: 'see'; text: string };

export type ToSide =
  /** Shows the state after a step: 0 before the first one, null for the present. */
  | { kind: 'show'; step: number | null }
  | { kind: 'explain'; step: number }
  | { kind: 'act'; call: number; act: Act };

const LABELS: Record<Side, string> = { learner: 'Learner', manager: 'Manager' };
export const labelOf = (side: Side) => LABELS[side];

/** Each copy has its own host name, a subdomain of the page's host name, so that it has its own cookies. */
export const sideOf = (hostname: string): Side | null => {
  const [first = ''] = hostname.split('.');
  return first in LABELS ? (first as Side) : null;
};
export const sideOrigin = (page: string, side: Side) => page.replace('://', `://${side}.`);
export const pageOrigin = (copy: string, side: Side) => copy.replace(`://${side}.`, '://');
