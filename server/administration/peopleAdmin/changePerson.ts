import type { AuditField } from '#contract/administration/audit.ts';
import type { PersonChange } from '#contract/administration/peopleAdmin.ts';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import { endSessions } from '#server/access/session/index.ts';
import type { Actor, Audit, Changes } from '#server/administration/audit/index.ts';
import { and, count, eq, inArray, isNull, ne, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { enrolments } from '#server/db/schema/programs.ts';
import { signOnIdentities, signOnSettings } from '#server/db/schema/signOn.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { Jobs } from '#server/jobs/index.ts';
import { cancelOpenSessions } from '#server/learning/coaching/index.ts';
import { isErased, lockAccessRules, requireDepartment, requireManager } from './rules.ts';

type Person = typeof users.$inferSelect;

/** The actor is an administrator, or the system. */
export interface ChangeContext<Who extends Actor = Actor & { userId: number }> {
  tx: TenantTransaction;
  audit: Pick<Audit, 'record'>;
  accountLinks: Pick<AccountLinks, 'replace' | 'revoke'>;
  /** The queue for mail about cancelled sessions. Null: no mail is sent. */
  jobs: Pick<Jobs, 'enqueue'> | null;
  actor: Who;
  now: Date;
}

/** A change without name, address and title. */
type AccessChange = Omit<PersonChange, 'emailAddress' | 'firstName' | 'lastName' | 'title'>;

/**
 * Changes a person's status, rights, department or manager, and records it. Repeating a change changes nothing.
 * `expected`: the values that the change is based on.
 */
export async function changePerson(
  context: ChangeContext<Actor>,
  userId: number,
  { status, interimManagerId, reason, expected = {}, ...fields }: AccessChange,
): Promise<{ isDeactivated: boolean }> {
  const { tx, audit, actor } = context;
  await lockAccessRules(tx);
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!person) throw notFound();

  const changes = changesOf(person, fields);
  const outdated = (['departmentId', 'managerId'] as const).filter(
    (field) => changes[field] && expected[field] !== undefined && expected[field] !== person[field],
  );
  if (outdated.length > 0)
    throw isOutdated(Object.fromEntries(outdated.map((field) => [field, 'was changed'])));
  if (changes.isAdmin && !fields.isAdmin) await requireAnotherAdmin(tx, userId, 'isAdmin');
  if (fields.departmentId != null && changes.departmentId) await requireDepartment(tx, fields.departmentId);
  if (fields.managerId != null && changes.managerId)
    await requireManager(tx, [userId], fields.managerId, 'managerId');
  if (Object.keys(changes).length > 0) {
    await tx.update(users).set(fields).where(eq(users.id, userId));
    await audit.record(tx, actor, {
      action: 'person.changed',
      subject: { type: 'person', id: userId },
      changes,
      reason: reason ?? null,
    });
  }

  if (person.erasedAt && status && status !== person.status) throw isErased();
  const next = statusAfter(person, status);
  if (next === person.status) return { isDeactivated: false };
  if (next === 'deactivated') {
    const manager = fields.managerId === undefined ? person.managerId : fields.managerId;
    const interim = interimManagerId === undefined ? await findManagerAbove(tx, manager) : interimManagerId;
    await deactivate(context, person, interim, reason);
  } else {
    const managers: Changes = {};
    if (fields.managerId === undefined) {
      // The manager may have left in the meantime.
      const managerId = await findManagerAbove(tx, person.managerId);
      if (managerId !== person.managerId) {
        await tx.update(users).set({ managerId }).where(eq(users.id, userId));
        managers.managerId = { before: person.managerId, after: managerId };
      }
    }
    await tx.update(users).set({ status: next, deactivatedAt: null }).where(eq(users.id, userId));
    // The person may have a different account at the identity provider by now.
    await tx.delete(signOnIdentities).where(eq(signOnIdentities.userId, userId));
    await audit.record(tx, actor, {
      action: 'person.reactivated',
      subject: { type: 'person', id: userId },
      changes: { status: { before: person.status, after: next }, ...managers },
      reason: reason ?? null,
    });
  }
  return { isDeactivated: next === 'deactivated' };
}

/** `fields`: what each field is now. */
export const isOutdated = (fields: Record<string, string>) =>
  new HttpError(
    409,
    'conflict',
    'Someone else changed this person while you were editing. Compare the values, then save again.',
    { fields },
  );

const FIELDS = ['isAdmin', 'mayAuthor', 'departmentId', 'managerId'] as const satisfies readonly AuditField[];

function changesOf(person: Person, fields: Pick<PersonChange, (typeof FIELDS)[number]>): Changes {
  const entries = FIELDS.filter(
    (field) => fields[field] !== undefined && fields[field] !== person[field],
  ).map((field) => [field, { before: person[field], after: fields[field] }] as const);
  return Object.fromEntries(entries);
}

/** People who never accepted their invitation are invited again when they are reactivated. */
function statusAfter(person: Person, status: PersonChange['status']): Person['status'] {
  if (status === 'deactivated') return 'deactivated';
  if (status === 'active' && person.status === 'deactivated')
    return person.activatedAt ? 'active' : 'invited';
  return person.status;
}

/** Whether the organisation has another active administrator. */
export async function hasAnotherAdmin(tx: TenantTransaction, userId: number): Promise<boolean> {
  const [others] = await tx
    .select({ admins: count() })
    .from(users)
    .where(and(eq(users.isAdmin, true), eq(users.status, 'active'), ne(users.id, userId)));
  return (others?.admins ?? 0) > 0;
}

/** The administrator who can sign in with a password while single sign-on is enforced; null if it is not. */
export async function findEmergencyAdmin(tx: TenantTransaction): Promise<number | null> {
  const [enforced] = await tx
    .select({ userId: signOnSettings.emergencyAdminId })
    .from(signOnSettings)
    .where(eq(signOnSettings.mode, 'enforced'));
  return enforced?.userId ?? null;
}

async function requireAnotherAdmin(tx: TenantTransaction, userId: number, field: string) {
  if ((await findEmergencyAdmin(tx)) === userId)
    throw notPossible(
      'This is the emergency administrator of single sign-on. Choose another one in the sign-on settings first.',
      { [field]: 'is the emergency administrator' },
    );
  if (!(await hasAnotherAdmin(tx, userId)))
    throw notPossible('This is the only active administrator. Make another person an administrator first.', {
      [field]: 'would leave the organisation without an administrator',
    });
}

/** This manager, or the nearest active one above. */
async function findManagerAbove(tx: TenantTransaction, managerId: number | null): Promise<number | null> {
  if (managerId === null) return null;
  const { rows } = await tx.execute<{ id: number }>(sql`
    with recursive above as (
      select id, manager_id, status, 1 as level from users where id = ${managerId}
      union all select m.id, m.manager_id, m.status, level + 1 from users as m join above on m.id = above.manager_id
        where above.status = 'deactivated' and level < 100)
    select id from above where status <> 'deactivated' order by level limit 1`);
  return rows[0]?.id ?? null;
}

/** Ends access and planned coaching sessions, and assigns the direct reports to another manager. History is kept. */
async function deactivate(
  { tx, audit, accountLinks, actor, now, jobs }: ChangeContext<Actor>,
  person: Person,
  interimManagerId: number | null,
  reason: string | undefined,
) {
  if (person.id === actor.userId)
    throw notPossible('You cannot deactivate your own account. Ask another administrator.', {
      status: 'is your own account',
    });
  if (person.isAdmin && person.status === 'active') await requireAnotherAdmin(tx, person.id, 'status');
  const handedOver = await handOverReports(tx, person, interimManagerId);
  await tx.update(users).set({ status: 'deactivated', deactivatedAt: now }).where(eq(users.id, person.id));
  await endSessions(tx, person.id, { keepSession: null, because: 'deactivated', now });
  for (const purpose of ['invitation', 'password-reset'] as const)
    await accountLinks.revoke(tx, person.id, purpose);
  const learners = await tx
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.coachId, person.id), isNull(enrolments.finishedAt)));
  if (learners.length > 0)
    await tx
      .update(enrolments)
      .set({ coachId: null })
      .where(
        inArray(
          enrolments.id,
          learners.map(({ id }) => id),
        ),
      );
  const plannedSessions = await cancelOpenSessions(tx, person.id, { jobs, now });
  await audit.record(
    tx,
    actor,
    {
      action: 'person.deactivated',
      subject: { type: 'person', id: person.id },
      changes: {
        status: { before: person.status, after: 'deactivated' },
        ...(learners.length > 0 && { coachOf: { before: learners.length, after: 0 } }),
        ...(plannedSessions > 0 && { plannedSessions: { before: plannedSessions, after: 0 } }),
      },
      reason: reason ?? null,
    },
    ...handedOver.map(({ id, managerId }) => ({
      action: 'person.changed' as const,
      subject: { type: 'person' as const, id },
      changes: { managerId: { before: person.id, after: managerId } },
    })),
  );
}

/**
 * Assigns the direct reports to another manager. If the new manager is one of them, that person reports to the former
 * manager's manager.
 */
async function handOverReports(tx: TenantTransaction, person: Person, interimManagerId: number | null) {
  const reports = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.managerId, person.id), ne(users.status, 'deactivated')));
  const others = reports.map(({ id }) => id).filter((id) => id !== interimManagerId);
  if (others.length > 0) {
    if (interimManagerId !== null) {
      if (interimManagerId === person.id) throw isDeactivatedItself();
      await requireManager(tx, others, interimManagerId, 'interimManagerId');
    }
    await tx.update(users).set({ managerId: interimManagerId }).where(inArray(users.id, others));
  }
  const isReport = others.length < reports.length;
  if (isReport && interimManagerId !== null)
    await tx.update(users).set({ managerId: person.managerId }).where(eq(users.id, interimManagerId));
  return reports.map(({ id }) => ({
    id,
    managerId: id === interimManagerId ? person.managerId : interimManagerId,
  }));
}

const isDeactivatedItself = () =>
  notPossible('This person is being deactivated. Choose another person as interim manager.', {
    interimManagerId: 'is being deactivated',
  });
