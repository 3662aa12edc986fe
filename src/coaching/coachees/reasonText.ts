import { COACHEE_QUIET_DAYS, type Coachee } from '#contract/learning/coachees.ts';

/** Why a coachee is where they are in the list. */
export function reasonText(
  { reason, at, lastHeldAt }: Coachee,
  shortDay: (instant: string) => string,
): string {
  const on = at ? shortDay(at) : '';
  switch (reason) {
    case 'in_room':
      return 'In the room now.';
    case 'answer':
      return `Proposed times on ${on}.`;
    case 'outcome':
      return `Say whether the session on ${on} took place.`;
    case 'wrap_up':
      return `Session held on ${on}, wrap-up open.`;
    case 'none_planned':
      return `No session planned for more than ${COACHEE_QUIET_DAYS} days.`;
    case 'waiting':
      return `You proposed times on ${on}.`;
    case 'planned':
      return lastHeldAt ? 'Next session planned.' : 'First session planned.';
    case 'new':
      return lastHeldAt ? `Session held on ${on}.` : `Started on ${on}.`;
  }
}
