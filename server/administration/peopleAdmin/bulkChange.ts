import type { BulkException, BulkPreview, BulkRequest } from '#contract/administration/bulk.ts';
import type { NewEntry } from '#server/administration/audit/index.ts';
import { and, inArray, isNull } from '#server/db/drizzle.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import { HttpError, notPossible } from '#server/http/httpError.ts';
import { countPlannedSurveys } from '#server/surveys/index.ts';
import { type AffectedPerson, readAffected } from './affectedPeople.ts';
import { type ChangeContext, changePerson } from './changePerson.ts';
import { resendInvitation } from './invitePerson.ts';
import { lockAccessRules } from './rules.ts';
import { findSelected } from './selection.ts';

/**
 * A value before and after an action. `coachOf` lists the enrolments that lost their coach, `plannedSessions` counts the
 * coaching sessions that were cancelled.
 */
export type ChangedValue =
  | {
      userId: number;
      field: 'isAdmin' | 'departmentId' | 'managerId' | 'status';
      before: unknown;
      after: unknown;
    }
  | { userId: number; field: 'plannedSessions'; before: unknown; after: unknown }
  | { userId: number; field: 'coachOf'; before: string[] };

export interface BulkOutcome {
  changed: AffectedPerson[];
  skipped: BulkException[];
  values: ChangedValue[];
  /** Surveys that are not opened or released on the chosen day, because their owner is deactivated. */
  surveys: number;
}

const KEPT = new Set(['isAdmin', 'departmentId', 'managerId', 'status', 'plannedSessions']);

/**
 * Changes each selected person by the same rules as a single change. People whom a rule excludes are skipped with the
 * reason. The audit entries are written together at the end, because they share one lock.
 */
export async function changePeople(context: ChangeContext, request: BulkRequest): Promise<BulkOutcome> {
  const { tx, actor, now } = context;
  await lockAccessRules(tx);
  const ids = await findSelected(tx, request.selection);
  if (request.interimManagerId != null && ids.includes(request.interimManagerId))
    throw notPossible('The interim manager is one of the selected people. Choose another person.', {
      interimManagerId: 'is one of the selected people',
    });
  const people = await readAffected(tx, ids, now);
  const coached = request.action === 'deactivate' ? await findCoached(context, ids) : new Map();
  const entries: NewEntry[] = [];
  const recording: ChangeContext = {
    ...context,
    audit: { record: async (_tx, _actor, ...added) => void entries.push(...added) },
  };
  const changed: AffectedPerson[] = [];
  const skipped: BulkException[] = [];
  for (const person of people) {
    const reason =
      whyUnchanged(request, person, actor.userId) ?? (await tryChange(recording, person, request));
    if (reason === null) changed.push(person);
    else skipped.push({ userId: person.userId, name: `${person.firstName} ${person.lastName}`, reason });
  }
  await context.audit.record(tx, actor, ...entries);
  const values = changed.flatMap(({ userId }): ChangedValue[] => {
    const before = coached.get(userId);
    return before ? [{ userId, field: 'coachOf', before }] : [];
  });
  const surveys =
    request.action === 'deactivate'
      ? await countPlannedSurveys(
          tx,
          changed.map(({ userId }) => userId),
        )
      : 0;
  return { changed, skipped, values: [...valuesOf(entries), ...values], surveys };
}

/** Returns the message of the rule that refuses the change, or null after the change. */
async function tryChange(context: ChangeContext, { userId }: AffectedPerson, request: BulkRequest) {
  const { action, departmentId, managerId, interimManagerId, reason } = request;
  const because = reason === undefined ? {} : { reason };
  try {
    if (action === 'resend-invitation') await resendInvitation(context, userId);
    else if (action === 'change-department')
      await changePerson(context, userId, { departmentId, ...because });
    else if (action === 'change-manager') await changePerson(context, userId, { managerId, ...because });
    else if (action === 'make-admin') await changePerson(context, userId, { isAdmin: true, ...because });
    else if (action === 'remove-admin') await changePerson(context, userId, { isAdmin: false, ...because });
    else if (action === 'reactivate') await changePerson(context, userId, { status: 'active', ...because });
    else await changePerson(context, userId, { status: 'deactivated', interimManagerId, ...because });
    return null;
  } catch (error) {
    // A rule refuses before anything is written.
    if (error instanceof HttpError && error.status === 422) return error.message;
    throw error;
  }
}

function whyUnchanged(
  { action, departmentId, managerId }: BulkRequest,
  person: AffectedPerson,
  actorId: number,
): string | null {
  const isOwn = person.userId === actorId;
  switch (action) {
    case 'resend-invitation':
      return person.status === 'invited' ? null : 'The account has no open invitation.';
    case 'change-department':
      return person.departmentId === departmentId ? 'Nothing changes: this is already the department.' : null;
    case 'change-manager':
      return person.managerId === managerId ? 'Nothing changes: this is already the manager.' : null;
    case 'make-admin':
      return person.isAdmin ? 'This person is already an administrator.' : null;
    case 'remove-admin':
      if (!person.isAdmin) return 'This person is not an administrator.';
      return isOwn ? 'This is your own account. Ask another administrator.' : null;
    case 'deactivate':
      return person.status === 'deactivated' ? 'The account is already deactivated.' : null;
    case 'reactivate':
      return person.status === 'deactivated' ? null : 'The account is not deactivated.';
  }
}

/** The open enrolments whose coach is one of these people, by coach. */
async function findCoached({ tx }: ChangeContext, ids: number[]) {
  const rows = await tx
    .select({ id: enrolments.id, coachId: enrolments.coachId })
    .from(enrolments)
    .where(and(inArray(enrolments.coachId, ids), isNull(enrolments.finishedAt)));
  const byCoach = new Map<number, string[]>();
  for (const { id, coachId } of rows)
    if (coachId !== null) byCoach.set(coachId, [...(byCoach.get(coachId) ?? []), id]);
  return byCoach;
}

/** The values of the entries. A value that changed twice has its first and last value. */
function valuesOf(entries: readonly NewEntry[]): ChangedValue[] {
  const values = new Map<string, ChangedValue>();
  for (const { subject, changes = {} } of entries)
    for (const [field, { before, after }] of Object.entries(changes)) {
      if (!KEPT.has(field) || subject.type !== 'person') continue;
      const key = `${subject.id} ${field}`;
      const earlier = values.get(key);
      values.set(key, {
        userId: subject.id,
        field: field as 'status',
        before: earlier ? earlier.before : before,
        after,
      });
    }
  return [...values.values()];
}

const SHOWN_PEOPLE = 50;

export function presentPreview({ changed, skipped, values, surveys }: BulkOutcome): BulkPreview {
  const ids = new Set(changed.map(({ userId }) => userId));
  const sum = (of: (person: AffectedPerson) => number) => changed.reduce((total, one) => total + of(one), 0);
  return {
    count: changed.length,
    people: changed
      .slice(0, SHOWN_PEOPLE)
      .map(
        ({ status: _status, isAdmin: _admin, departmentId: _department, managerId: _manager, ...shown }) =>
          shown,
      ),
    skipped,
    effects: {
      devices: sum(({ devices }) => devices),
      programs: sum(({ programs }) => programs),
      sessions: values.reduce(
        (total, value) => total + (value.field === 'plannedSessions' ? Number(value.before) : 0),
        0,
      ),
      reassigned: values.filter(({ field, userId }) => field === 'managerId' && !ids.has(userId)).length,
      learners: values.reduce(
        (total, value) => total + (value.field === 'coachOf' ? value.before.length : 0),
        0,
      ),
      surveys,
    },
  };
}
