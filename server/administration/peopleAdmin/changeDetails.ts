import type { AuditField } from '#contract/administration/audit.ts';
import type { Actor, Changes } from '#server/administration/audit/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { notFound } from '#server/http/httpError.ts';
import { type ChangeContext, isOutdated } from './changePerson.ts';
import { requireOwnDomain, requireUnusedAddress } from './invitePerson.ts';
import { isErased, lockAccessRules } from './rules.ts';

const FIELDS = ['email', 'firstName', 'lastName', 'title'] as const;
export type Details = {
  [Field in (typeof FIELDS)[number]]?: (typeof users.$inferSelect)[Field] | undefined;
};

/**
 * Changes a person's name, title or address. Names and addresses are personal data, so the audit log says only that
 * they changed. `others` are the changed fields that the caller stores, `expected` the values that the change is based on.
 */
export async function changeDetails(
  { tx, audit, accountLinks, actor }: ChangeContext<Actor>,
  userId: number,
  details: Details,
  {
    others = [],
    reason,
    expected = {},
  }: { others?: readonly AuditField[]; reason?: string | undefined; expected?: Details } = {},
): Promise<void> {
  await lockAccessRules(tx);
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
  if (!person) throw notFound();
  const changed = FIELDS.filter((field) => details[field] !== undefined && details[field] !== person[field]);
  if (changed.length > 0 && person.erasedAt) throw isErased();
  const outdated = changed.filter(
    (field) => expected[field] !== undefined && expected[field] !== person[field],
  );
  if (outdated.length > 0)
    throw isOutdated(
      Object.fromEntries(
        outdated.map((field) => [
          field === 'email' ? 'emailAddress' : field,
          person[field] ? `is now “${person[field]}”` : 'is now empty',
        ]),
      ),
    );
  if (changed.includes('email')) {
    const email = details.email ?? person.email;
    await requireUnusedAddress(tx, email);
    await requireOwnDomain(tx, email);
  }
  if (changed.length > 0)
    await tx
      .update(users)
      .set({
        ...Object.fromEntries(changed.map((field) => [field, details[field]])),
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, userId));
  if (changed.includes('email')) {
    // Links mailed to the former address stop working.
    await accountLinks.revoke(tx, userId, 'password-reset');
    const wasInvited = await accountLinks.revoke(tx, userId, 'invitation');
    if (wasInvited && person.status === 'invited')
      await accountLinks.replace(tx, { userId, purpose: 'invitation', createdBy: actor.userId });
  }
  const fields: AuditField[] = [
    ...changed.map((field) => (field === 'email' ? ('emailAddress' as const) : field)),
    ...others,
  ];
  const changes: Changes = Object.fromEntries(fields.map((field) => [field, { before: null, after: null }]));
  if (fields.length > 0)
    await audit.record(tx, actor, {
      action: 'person.changed',
      subject: { type: 'person', id: userId },
      changes,
      reason: reason ?? null,
    });
}
