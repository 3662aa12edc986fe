import type { AdminOverview } from '#contract/administration/admin.ts';
import type { Counts } from './overview.ts';

/** What an administrator should do: first items with a deadline, then items that affect most people. */
export function attentionOf(counts: Counts): AdminOverview['attention'] {
  const instantOf = (time: string | null) => time && new Date(time).toISOString();
  const withoutDeadline: AdminOverview['attention'] = [
    { kind: 'invitations-not-delivered', people: counts.invitationsNotDelivered, at: null },
    {
      kind: 'invitations-expired',
      people: counts.invitationsExpired,
      at: instantOf(counts.firstExpired),
    },
    { kind: 'without-manager', people: counts.withoutManager, at: null },
    // Before there are departments, the checklist says what to do.
    { kind: 'without-department', people: counts.departments > 0 ? counts.withoutDepartment : 0, at: null },
  ];
  const items: AdminOverview['attention'] = [
    {
      kind: 'invitations-expiring',
      people: counts.invitationsExpiring,
      at: instantOf(counts.firstExpiring),
    },
    ...withoutDeadline.toSorted((a, b) => b.people - a.people),
  ];
  return items.filter(({ people }) => people > 0);
}
