import {
  type DataExport,
  type DataRequests,
  ERASURE_WAIT_MS,
  type Erasure,
  EXPORT_DUE_MS,
  EXPORT_KEPT_MS,
  type OwnDataRequests,
} from '#contract/administration/dataRequests.ts';
import { readConfirmation } from '#server/access/session/index.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  min,
  or,
} from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { dataRequestParts, dataRequests } from '#server/db/schema/personalData.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { participantOf } from '#server/people/index.ts';
import { readKeptFor } from './retention.ts';

type Row = typeof dataRequests.$inferSelect;
export type Kind = Row['kind'];

/** Number of open and of ended requests that administrators see. A retention time can open thousands at once. */
const SHOWN = 200;

const fileNameOf = (requestedAt: Date) => `trellis-export-${requestedAt.toISOString().slice(0, 10)}.zip`;

const exportOf = ({ id, state, requestedAt, percent, endedAt, bytes }: Row): DataExport => ({
  requestId: id,
  state,
  requestedAt: requestedAt.toISOString(),
  percent,
  readyAt: state === 'done' && endedAt ? endedAt.toISOString() : null,
  availableUntil:
    state === 'done' && endedAt ? new Date(endedAt.getTime() + EXPORT_KEPT_MS).toISOString() : null,
  bytes,
  fileName: fileNameOf(requestedAt),
});
const erasureOf = ({ id, state, requestedAt, dueAt }: Row): Erasure => ({
  requestId: id,
  state,
  requestedAt: requestedAt.toISOString(),
  dueAt: dueAt.toISOString(),
});

export async function readOwn(tx: TenantTransaction, viewer: Viewer, now: Date): Promise<OwnDataRequests> {
  const ofViewer = (kind: Kind) => and(eq(dataRequests.userId, viewer.userId), eq(dataRequests.kind, kind));
  const [newest] = await tx
    .select()
    .from(dataRequests)
    .where(
      and(
        ofViewer('export'),
        or(isNull(dataRequests.endedAt), gt(dataRequests.endedAt, new Date(now.getTime() - EXPORT_KEPT_MS))),
      ),
    )
    .orderBy(desc(dataRequests.requestedAt))
    .limit(1);
  const [erasure] = await tx
    .select()
    .from(dataRequests)
    .where(ofViewer('erasure'))
    .orderBy(desc(dataRequests.requestedAt))
    .limit(1);
  return {
    export: newest ? exportOf(newest) : null,
    erasure: erasure && !erasure.endedAt ? erasureOf(erasure) : null,
    erasureFailedAt: erasure?.state === 'failed' ? erasure.dueAt.toISOString() : null,
    confirmation: await readConfirmation(tx, viewer, now),
    keptFor: await readKeptFor(tx),
  };
}

/** Adds a request, unless the person has an open one of this kind. */
export async function addRequest(
  tx: TenantTransaction,
  { userId }: Viewer,
  kind: Kind,
  now: Date,
): Promise<{ requestId: string; isNew: boolean }> {
  const wait = kind === 'erasure' ? ERASURE_WAIT_MS : EXPORT_DUE_MS;
  const [added] = await tx
    .insert(dataRequests)
    .values({
      id: newId(),
      tenantId: tx.tenantId,
      userId,
      kind,
      state: 'waiting',
      requestedAt: now,
      dueAt: new Date(now.getTime() + wait),
    })
    .onConflictDoNothing()
    .returning({ id: dataRequests.id });
  if (added) return { requestId: added.id, isNew: true };
  const [open] = await tx
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind), isNull(dataRequests.endedAt)));
  // The request ended in the meantime, so the next attempt inserts.
  return open ? { requestId: open.id, isNew: false } : addRequest(tx, { userId } as Viewer, kind, now);
}

/** Cancels the erasure; null if none is pending, for example because it has begun. */
export async function cancelErasure(tx: TenantTransaction, { userId }: Viewer, now: Date) {
  const [cancelled] = await tx
    .update(dataRequests)
    .set({ state: 'cancelled', endedAt: now })
    .where(
      and(
        eq(dataRequests.userId, userId),
        eq(dataRequests.kind, 'erasure'),
        eq(dataRequests.state, 'waiting'),
      ),
    )
    .returning();
  return cancelled ?? null;
}

/** Marks a request as running. Null when it was cancelled or has ended. */
export async function beginRequest(tx: TenantTransaction, requestId: string): Promise<Row | null> {
  const [begun] = await tx
    .update(dataRequests)
    .set({ state: 'running' })
    .where(and(eq(dataRequests.id, requestId), inArray(dataRequests.state, ['waiting', 'running'])))
    .returning();
  return begun ?? null;
}

export const endRequest = (
  tx: TenantTransaction,
  requestId: string,
  end: { state: 'done' | 'failed' | 'cancelled'; endedAt: Date; bytes?: number },
) =>
  tx
    .update(dataRequests)
    .set({ ...end, ...(end.state === 'done' && { percent: 100 }) })
    .where(eq(dataRequests.id, requestId));

export const setPercent = (tx: TenantTransaction, requestId: string, percent: number) =>
  tx.update(dataRequests).set({ percent }).where(eq(dataRequests.id, requestId));

/** Erasures whose waiting time is over. */
export const findDueErasures = (tx: TenantTransaction, now: Date) =>
  tx
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(and(eq(dataRequests.kind, 'erasure'), isNull(dataRequests.endedAt), lte(dataRequests.dueAt, now)));

/** A finished export of the viewer that can still be downloaded. */
export async function findDownload(
  tx: TenantTransaction,
  { userId }: Viewer,
  requestId: string,
  now: Date,
): Promise<{ bytes: number; fileName: string } | null> {
  const [row] = await tx
    .select()
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.id, requestId),
        eq(dataRequests.userId, userId),
        eq(dataRequests.kind, 'export'),
        eq(dataRequests.state, 'done'),
        gt(dataRequests.endedAt, new Date(now.getTime() - EXPORT_KEPT_MS)),
      ),
    );
  return row?.bytes == null ? null : { bytes: row.bytes, fileName: fileNameOf(row.requestedAt) };
}

/** Deletes the archives of exports that are too old. */
export const deleteOldArchives = (tx: TenantTransaction, now: Date) =>
  tx.delete(dataRequestParts).where(
    inArray(
      dataRequestParts.requestId,
      tx
        .select({ id: dataRequests.id })
        .from(dataRequests)
        .where(lte(dataRequests.endedAt, new Date(now.getTime() - EXPORT_KEPT_MS))),
    ),
  );

/** The open requests by deadline, then the ended ones, newest first. */
export async function listRequests(tx: TenantTransaction): Promise<DataRequests> {
  const select = () =>
    tx
      .select({ request: dataRequests, person: users })
      .from(dataRequests)
      .innerJoin(users, eq(users.id, dataRequests.userId));
  const open = await select()
    .where(isNull(dataRequests.endedAt))
    .orderBy(asc(dataRequests.dueAt), asc(dataRequests.id))
    .limit(SHOWN);
  const ended = await select()
    .where(isNotNull(dataRequests.endedAt))
    .orderBy(desc(dataRequests.endedAt), asc(dataRequests.id))
    .limit(SHOWN);
  const data = [...open, ...ended].map(({ request, person }) => ({
    requestId: request.id,
    kind: request.kind,
    state: request.state,
    person: participantOf(person),
    byRule: request.byRule,
    requestedAt: request.requestedAt.toISOString(),
    dueAt: request.dueAt.toISOString(),
    endedAt: request.endedAt?.toISOString() ?? null,
  }));
  return { data, open: (await countOpenRequests(tx)).open };
}

/** How many requests are open, and the next deadline. */
export async function countOpenRequests(tx: TenantTransaction) {
  const [found] = await tx
    .select({ open: count(), dueAt: min(dataRequests.dueAt) })
    .from(dataRequests)
    .where(isNull(dataRequests.endedAt));
  return { open: found?.open ?? 0, dueAt: found?.dueAt?.toISOString() ?? null };
}
