import type { Access } from '#contract/team.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { type AccessWindow, findWindows, readableUntil } from '#server/people/index.ts';

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** The strongest relation in these windows: current before former, manager before coach. */
export function accessOf(windows: readonly AccessWindow[]): Access | null {
  const rank = ({ relation, until }: AccessWindow) => (until ? 2 : 0) + (relation === 'manager' ? 0 : 1);
  const [best] = [...windows].sort(
    (a, b) => rank(a) - rank(b) || (b.until?.getTime() ?? 0) - (a.until?.getTime() ?? 0),
  );
  if (!best) return null;
  return {
    relation: best.relation,
    since: dayOf(best.since),
    until: best.until && dayOf(best.until),
    readableUntil: best.until && dayOf(readableUntil(best.until)),
  };
}

/** The access windows between a viewer and a person; 404 if there are none. */
export async function findAccess(
  tx: TenantTransaction,
  ids: { viewerId: number; subjectId: number },
  now: Date,
): Promise<{ windows: AccessWindow[]; access: Access }> {
  const windows = await findWindows(tx, ids, now);
  const access = accessOf(windows);
  if (!access) throw notFound();
  return { windows, access };
}
