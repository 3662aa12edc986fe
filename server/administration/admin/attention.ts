import type { AdminOverview } from '#contract/administration/admin.ts';
import type { Counts, Dated } from './overview.ts';

interface Needs extends Counts {
  webhooks: Dated;
  erasures: Dated;
}

/** What an administrator should do: first items with a deadline, then items that affect most people. */
export function attentionOf(counts: Needs): AdminOverview['attention'] {
  const instantOf = (time: string | null) => time && new Date(time).toISOString();
  const withoutDeadline: AdminOverview['attention'] = [
    { kind: 'invitations-not-delivered', count: counts.invitationsNotDelivered, at: null },
    {
      kind: 'invitations-expired',
      count: counts.invitationsExpired,
      at: instantOf(counts.firstExpired),
    },
    { kind: 'without-manager', count: counts.withoutManager, at: null },
    // Before there are departments, the checklist says what to do.
    { kind: 'without-department', count: counts.departments > 0 ? counts.withoutDepartment : 0, at: null },
  ];
  const dated = ({ count, at }: Dated) => ({ count, at: at?.toISOString() ?? null });
  const items: AdminOverview['attention'] = [
    { kind: 'webhooks-failing', ...dated(counts.webhooks) },
    { kind: 'erasure-requests', ...dated(counts.erasures) },
    {
      kind: 'invitations-expiring',
      count: counts.invitationsExpiring,
      at: instantOf(counts.firstExpiring),
    },
    ...withoutDeadline.toSorted((a, b) => b.count - a.count),
  ];
  return items.filter(({ count }) => count > 0);
}
