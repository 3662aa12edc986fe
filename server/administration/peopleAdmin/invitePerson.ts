import type { NewPerson } from '#contract/administration/peopleAdmin.ts';
import { mayUsePassword, signOnRequired } from '#server/access/session/index.ts';
import type { Actor } from '#server/administration/audit/index.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { tenantDomains } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { ChangeContext } from './changePerson.ts';
import { lockAccessRules, requireDepartment, requireManager } from './rules.ts';

/** Creates a person and mails the invitation. Returns the user id. */
export async function invitePerson(
  { tx, audit, accountLinks, actor, now }: ChangeContext<Actor>,
  { emailAddress, firstName, lastName, title = null, departmentId = null, managerId = null }: NewPerson,
): Promise<number> {
  await lockAccessRules(tx);
  await requireUnusedAddress(tx, emailAddress);
  await requireOwnDomain(tx, emailAddress);
  if (departmentId !== null) await requireDepartment(tx, departmentId);
  if (managerId !== null) await requireManager(tx, [], managerId, 'managerId');
  const [created] = await tx
    .insert(users)
    .values({
      tenantId: tx.tenantId,
      uuid: newId(),
      email: emailAddress,
      firstName,
      lastName,
      title,
      departmentId,
      managerId,
      status: 'invited',
      joinedAt: now,
    })
    .returning({ id: users.id });
  if (!created) throw new Error('The person was not created');
  await accountLinks.replace(tx, { userId: created.id, purpose: 'invitation', createdBy: actor.userId });
  await audit.record(tx, actor, {
    action: 'person.invited',
    subject: { type: 'person', id: created.id },
    changes: {
      ...(departmentId !== null && { departmentId: { before: null, after: departmentId } }),
      ...(managerId !== null && { managerId: { before: null, after: managerId } }),
    },
  });
  return created.id;
}

/** Mails a new invitation; the link of the earlier one stops working. */
export async function resendInvitation(
  { tx, audit, accountLinks, actor }: ChangeContext<Actor>,
  userId: number,
) {
  await requireInvited(tx, userId);
  await accountLinks.replace(tx, { userId, purpose: 'invitation', createdBy: actor.userId });
  await audit.record(tx, actor, {
    action: 'person.invitation-resent',
    subject: { type: 'person', id: userId },
  });
}

/** Withdraws the invitation. The person stays in the list and can be invited again. */
export async function revokeInvitation({ tx, audit, accountLinks, actor }: ChangeContext, userId: number) {
  await requireInvited(tx, userId);
  if (!(await accountLinks.revoke(tx, userId, 'invitation'))) return;
  await audit.record(tx, actor, {
    action: 'person.invitation-revoked',
    subject: { type: 'person', id: userId },
  });
}

/** Mails a link to set a new password on behalf of an administrator. The administrator never sees the password. */
export async function sendPasswordReset({ tx, audit, accountLinks, actor }: ChangeContext, userId: number) {
  const status = await lockStatus(tx, userId);
  if (status !== 'active')
    throw notPossible('Only active people have a password. Invite or reactivate this person instead.');
  if (!(await mayUsePassword(tx, userId))) throw signOnRequired();
  await accountLinks.replace(tx, { userId, purpose: 'password-reset', createdBy: actor.userId });
  await audit.record(tx, actor, {
    action: 'person.password-reset-sent',
    subject: { type: 'person', id: userId },
  });
}

/** An administrator ends the delay after failed sign-ins. */
export async function recordUnlock({ tx, audit, actor }: ChangeContext, userId: number) {
  await lockStatus(tx, userId);
  await audit.record(tx, actor, { action: 'person.unlocked', subject: { type: 'person', id: userId } });
}

async function requireInvited(tx: TenantTransaction, userId: number) {
  if ((await lockStatus(tx, userId)) !== 'invited')
    throw notPossible(
      'This person is not waiting for an invitation. Reload the page to see the current state.',
    );
}

async function lockStatus(tx: TenantTransaction, userId: number) {
  const [person] = await tx
    .select({ status: users.status })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (!person) throw notFound();
  return person.status;
}

export async function requireUnusedAddress(tx: TenantTransaction, email: string) {
  const [owner] = await tx
    .select({ name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`, status: users.status })
    .from(users)
    .where(eq(users.email, email));
  if (!owner) return;
  const state = {
    active: '',
    deactivated: ', whose account is deactivated',
    invited: ', who has not joined yet. You can send a new invitation from the list of people',
  }[owner.status];
  throw new HttpError(409, 'conflict', `This email address belongs to ${owner.name}${state}.`, {
    fields: { emailAddress: `belongs to ${owner.name}${state}` },
  });
}

/** People find their organisation by the domain of their email address when they sign in. */
export async function requireOwnDomain(tx: TenantTransaction, email: string) {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const domains = await tx.select({ domain: tenantDomains.domain }).from(tenantDomains);
  if (domains.some((one) => one.domain === domain)) return;
  const list = domains.map((one) => one.domain).join(', ');
  throw notPossible(`The email address must be at a domain of your organisation: ${list}.`, {
    emailAddress: `must be at a domain of your organisation: ${list}`,
  });
}
