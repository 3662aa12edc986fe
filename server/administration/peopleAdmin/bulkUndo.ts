import { UNDO_REASON } from '#contract/administration/audit.ts';
import {
  BULK_NAMES,
  type BulkAction,
  type BulkChange,
  type BulkChangesQuery,
  type BulkException,
  type BulkUndo,
  UNDO_MS,
} from '#contract/administration/bulk.ts';
import { fullName } from '#contract/people.ts';
import { and, desc, eq, gt, inArray, isNull, lte } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { bulkChanges, departments, users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { findParticipants } from '#server/people/index.ts';
import type { BulkOutcome, ChangedValue } from './bulkChange.ts';
import { type ChangeContext, changePerson } from './changePerson.ts';
import { lockAccessRules } from './rules.ts';

const undoableSince = (now: Date) => new Date(now.getTime() - UNDO_MS);
const undoUntil = (createdAt: Date) => new Date(createdAt.getTime() + UNDO_MS).toISOString();

/** Stores the values before an action while it can be undone. A sent mail cannot be undone. */
export async function keepForUndo(
  { tx, actor, now }: ChangeContext,
  action: BulkAction,
  { changed, values }: BulkOutcome,
): Promise<BulkChange> {
  const id = newId();
  const isUndoable = values.length > 0;
  await tx.delete(bulkChanges).where(lte(bulkChanges.createdAt, undoableSince(now)));
  if (isUndoable) {
    await tx.insert(bulkChanges).values({
      tenantId: tx.tenantId,
      id,
      createdBy: actor.userId,
      createdAt: now,
      action,
      people: changed.length,
      changes: JSON.stringify(values),
    });
    const extraPayload = { bulkId: id, action, people: changed.length };
    await enqueueNotifications(
      tx,
      [
        {
          receiverId: actor.userId,
          dedupeKey: `bulk:${id}`,
          body: { notificationType: 'BULK_CHANGE_DONE', payload: { extraPayload } },
        },
      ],
      now,
    );
  }
  return {
    id,
    action,
    count: changed.length,
    names: changed.slice(0, BULK_NAMES).map(fullName),
    ...(await targetOf(tx, action, values)),
    undoUntil: isUndoable ? undoUntil(now) : null,
  };
}

/** The new department or manager of all people of an action. */
async function targetOf(
  tx: TenantTransaction,
  action: BulkAction,
  values: readonly ChangedValue[],
): Promise<Pick<BulkChange, 'target'>> {
  const [value] = values;
  if (!value || !('after' in value)) return {};
  const id = value.after === null ? null : Number(value.after);
  if (action === 'change-department') {
    if (id === null) return { target: null };
    const [department] = await tx
      .select({ name: departments.name })
      .from(departments)
      .where(eq(departments.id, id));
    return department ? { target: department.name } : {};
  }
  if (action !== 'change-manager') return {};
  if (id === null) return { target: null };
  const manager = (await findParticipants(tx, [id])).get(id);
  return manager ? { target: fullName(manager) } : {};
}

/** The people whose values an action changed, in its order. */
const changedIds = (values: readonly ChangedValue[]) => [...new Set(values.map(({ userId }) => userId))];

/** The actions of an administrator that can still be undone, newest first. */
export async function listUndoable(
  tx: TenantTransaction,
  administratorId: number,
  { userId }: BulkChangesQuery,
  now: Date,
): Promise<BulkChange[]> {
  const rows = await tx
    .select()
    .from(bulkChanges)
    .where(
      and(
        eq(bulkChanges.createdBy, administratorId),
        gt(bulkChanges.createdAt, undoableSince(now)),
        isNull(bulkChanges.undoneAt),
      ),
    )
    .orderBy(desc(bulkChanges.createdAt));
  const found = rows
    .map((row) => {
      const values = JSON.parse(row.changes) as ChangedValue[];
      return { ...row, action: row.action as BulkAction, values, ids: changedIds(values) };
    })
    .filter(({ ids }) => userId === undefined || ids.includes(Number(userId)));
  // A person who is asked about is named first.
  const named = (ids: number[]) =>
    ids.toSorted((a, b) => Number(b === Number(userId)) - Number(a === Number(userId))).slice(0, BULK_NAMES);
  const people = await findParticipants(
    tx,
    found.flatMap(({ ids }) => named(ids)),
  );
  const listed: BulkChange[] = [];
  for (const { id, action, people: count, values, ids, createdAt } of found)
    listed.push({
      id,
      action,
      count,
      names: named(ids).flatMap((one) => {
        const person = people.get(one);
        return person ? [fullName(person)] : [];
      }),
      ...(await targetOf(tx, action, values)),
      undoUntil: undoUntil(createdAt),
    });
  return listed;
}

/**
 * Restores the values before an action, by the same rules as any change. A value that was changed since then stays and
 * is listed.
 */
export async function undoBulkChange(context: ChangeContext, bulkId: string): Promise<BulkUndo> {
  const { tx, now } = context;
  await lockAccessRules(tx);
  const [bulk] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, bulkId)).for('update');
  if (!bulk) throw notFound();
  if (bulk.undoneAt)
    throw notPossible('This has already been undone. Reload the page to see the current state.');
  if (bulk.createdAt <= undoableSince(now))
    throw notPossible('The time to undo this is over. Change the people again instead.');
  const restored = new Set<number>();
  const kept: { userId: number; reason: string }[] = [];
  for (const value of inOrder(JSON.parse(bulk.changes) as ChangedValue[])) {
    const reason = await restoreOne(context, value);
    if (reason === null || reason === INVITATION_STAYS) restored.add(value.userId);
    if (reason !== null) kept.push({ userId: value.userId, reason });
  }
  await tx.update(bulkChanges).set({ undoneAt: now }).where(eq(bulkChanges.id, bulkId));
  return { restored: restored.size, kept: await withNames(tx, kept) };
}

/** Accounts are reactivated first, because only active people can be managers and coaches again. */
function inOrder(values: readonly ChangedValue[]): ChangedValue[] {
  const isReactivation = ({ field, before }: ChangedValue) => field === 'status' && before !== 'deactivated';
  return [...values.filter(isReactivation), ...values.filter((value) => !isReactivation(value))];
}

type Restorable = Exclude<ChangedValue, { field: 'coachOf' | 'plannedSessions' }>;

const INVITATION_STAYS = 'The account is restored. The earlier invitation stays withdrawn: send it again.';
const CHANGED_SINCE: Record<Restorable['field'], string> = {
  status: 'The status has changed since the action.',
  isAdmin: 'The administrator right has changed since the action.',
  departmentId: 'The department has changed since the action.',
  managerId: 'The manager has changed since the action.',
};

/** Returns the values that were not restored, or null. */
function restoreOne(context: ChangeContext, value: ChangedValue): Promise<string | null> | string {
  if (value.field === 'plannedSessions')
    return Number(value.before) === 1
      ? '1 coaching session stays cancelled. Please plan it again.'
      : `${String(value.before)} coaching sessions stay cancelled. Please plan them again.`;
  return value.field === 'coachOf' ? restoreCoach(context, value) : restore(context, value);
}

async function restore(
  context: ChangeContext,
  { userId, field, before, after }: Restorable,
): Promise<string | null> {
  const [person] = await context.tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!person || person[field] !== after) return CHANGED_SINCE[field];
  const value = field === 'status' && before !== 'deactivated' ? 'active' : before;
  try {
    // The manager is named, so that a manager who is restored later keeps the reports.
    const { managerId } = person;
    await changePerson(context, userId, { managerId, [field]: value, reason: UNDO_REASON });
  } catch (error) {
    // A rule refuses before anything is written.
    if (error instanceof HttpError && error.status === 422) return error.message;
    throw error;
  }
  return field === 'status' && before === 'invited' ? INVITATION_STAYS : null;
}

async function restoreCoach(
  { tx, audit, actor }: ChangeContext,
  { userId, before }: Extract<ChangedValue, { field: 'coachOf' }>,
): Promise<string | null> {
  const [coach] = await tx.select({ status: users.status }).from(users).where(eq(users.id, userId));
  const { rowCount } =
    coach?.status === 'active'
      ? await tx
          .update(enrolments)
          .set({ coachId: userId })
          .where(
            and(inArray(enrolments.id, before), isNull(enrolments.coachId), isNull(enrolments.finishedAt)),
          )
      : { rowCount: 0 };
  if (rowCount)
    await audit.record(tx, actor, {
      action: 'person.changed',
      subject: { type: 'person', id: userId },
      changes: { coachOf: { before: 0, after: rowCount } },
      reason: UNDO_REASON,
    });
  return rowCount === before.length
    ? null
    : 'Some learners have another coach by now, or have finished their program.';
}

async function withNames(
  tx: TenantTransaction,
  kept: readonly { userId: number; reason: string }[],
): Promise<BulkException[]> {
  const people = await findParticipants(
    tx,
    kept.map(({ userId }) => userId),
  );
  return kept.map(({ userId, reason }) => {
    const person = people.get(userId);
    return { userId, name: person ? `${person.firstName} ${person.lastName}` : '', reason };
  });
}
