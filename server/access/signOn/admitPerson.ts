import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { emailAddress } from '#contract/text.ts';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import type { Actor, Audit } from '#server/administration/audit/index.ts';
import { lockAccessRules } from '#server/administration/peopleAdmin/index.ts';
import { and, desc, eq } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { accountLinks as links } from '#server/db/schema/sessions.ts';
import { signOnIdentities } from '#server/db/schema/signOn.ts';
import { tenantDomains } from '#server/db/schema/tenants.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { applyGroups } from './groups.ts';
import type { Claims } from './identityProvider.ts';
import { SignOnRefused } from './refused.ts';

export interface AdmitContext {
  tx: TenantTransaction;
  audit: Audit;
  accountLinks: Pick<AccountLinks, 'replace' | 'revoke'>;
  /** Locale of the request, because the person is not known yet. */
  request: { id: string; address: string };
  now: Date;
}

/**
 * The email address in the claims, if the organisation may trust it: it is verified and belongs to one of its domains.
 */
export async function requireAddress(tx: TenantTransaction, claims: Claims): Promise<string> {
  const parsed = emailAddress.safeParse(claims.email);
  if (!parsed.success) throw new SignOnRefused('email-missing', 'The claim email has no email address.');
  // A provider that does not send the claim is trusted, because the organisation chose it and has proven its domain.
  const verified = claims.email_verified;
  if (verified !== undefined && verified !== true && verified !== 'true')
    throw new SignOnRefused('email-unverified', 'The claim email_verified is not true.');
  const domain = parsed.data.slice(parsed.data.lastIndexOf('@') + 1);
  const [own] = await tx.select().from(tenantDomains).where(eq(tenantDomains.domain, domain));
  if (!own) throw new SignOnRefused('domain', `${domain} is not a verified domain of the organisation.`);
  return parsed.data;
}

/**
 * Finds the person named in the claims within the organisation: by their account at the provider or, at the first
 * sign-in, by email address. Creates, activates and changes the person if the settings allow it.
 */
export async function admitPerson(
  context: AdmitContext,
  claims: Claims,
  { createsPeople }: { createsPeople: boolean },
): Promise<number> {
  const { tx } = context;
  await lockAccessRules(tx);
  const email = await requireAddress(tx, claims);
  const { person, isConnected } = await findPerson(tx, claims, email);
  if (person?.status === 'deactivated')
    throw new SignOnRefused('deactivated', 'The account of this person is deactivated.');
  if (!createsPeople && !(person && (await isExpected(tx, person))))
    throw new SignOnRefused('not-invited', 'This person was not invited.');
  const userId = person ? person.id : await createPerson(context, claims, email);
  if (!isConnected)
    await tx.insert(signOnIdentities).values({
      tenantId: tx.tenantId,
      issuer: claims.iss,
      subject: claims.sub,
      userId,
      createdAt: context.now,
    });
  if (person?.status === 'invited') await activate(context, userId);
  const groups = groupsOf(claims);
  // The system is the actor, because the provider decides, not the person. Groups change no status, so no session is
  // cancelled.
  if (groups) await applyGroups({ ...context, jobs: null, actor: actorOf(context, null) }, userId, groups);
  return userId;
}

const actorOf = ({ request }: AdmitContext, userId: number | null): Actor => ({
  userId,
  requestId: request.id,
  address: request.address,
});

async function findPerson(tx: TenantTransaction, { iss, sub }: Claims, email: string) {
  const fields = { id: users.id, status: users.status };
  const [connected] = await tx
    .select(fields)
    .from(signOnIdentities)
    .innerJoin(users, eq(users.id, signOnIdentities.userId))
    .where(and(eq(signOnIdentities.issuer, iss), eq(signOnIdentities.subject, sub)));
  if (connected) return { person: connected, isConnected: true };
  const [person] = await tx.select(fields).from(users).where(eq(users.email, email));
  if (!person) return { person: null, isConnected: false };
  const [other] = await tx
    .select({ userId: signOnIdentities.userId })
    .from(signOnIdentities)
    .where(and(eq(signOnIdentities.issuer, iss), eq(signOnIdentities.userId, person.id)));
  // A company can give an address to another employee, who must not get the former employee's account.
  if (other && person.status !== 'deactivated')
    throw new SignOnRefused(
      'other-account',
      'The address belongs to a person with another account at the provider.',
    );
  return { person, isConnected: false };
}

/** Active people, and invited people with a valid invitation. */
async function isExpected(tx: TenantTransaction, person: { id: number; status: string }) {
  if (person.status === 'active') return true;
  const [newest] = await tx
    .select({ revokedAt: links.revokedAt })
    .from(links)
    .where(and(eq(links.userId, person.id), eq(links.purpose, 'invitation')))
    .orderBy(desc(links.createdAt))
    .limit(1);
  return newest !== undefined && newest.revokedAt === null;
}

async function createPerson(context: AdmitContext, claims: Claims, email: string): Promise<number> {
  const { tx, now } = context;
  const [created] = await tx
    .insert(users)
    .values({
      tenantId: tx.tenantId,
      uuid: newId(),
      email,
      ...namesOf(claims, email),
      status: 'active',
      joinedAt: now,
      activatedAt: now,
    })
    .returning({ id: users.id });
  if (!created) throw new Error('The person was not created');
  await context.audit.record(tx, actorOf(context, null), {
    action: 'person.provisioned',
    subject: { type: 'person', id: created.id },
    changes: { status: { before: null, after: 'active' } },
  });
  return created.id;
}

async function activate(context: AdmitContext, userId: number) {
  const { tx, now } = context;
  await tx
    .update(users)
    .set({ status: 'active', activatedAt: now, joinedAt: now })
    .where(eq(users.id, userId));
  await context.accountLinks.revoke(tx, userId, 'invitation');
  await context.audit.record(tx, actorOf(context, userId), {
    action: 'person.activated',
    subject: { type: 'person', id: userId },
    changes: { status: { before: 'invited', after: 'active' } },
  });
}

const nameOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
        .trim()
        .slice(0, NAME_MAX_LENGTH)
    : '';

/**
 * The names in the claims. A missing name is taken from the full name or the address; the profile asks the person to
 * correct it.
 */
export function namesOf(
  { given_name: given, family_name: family, name }: Record<string, unknown>,
  email: string,
) {
  const [first = '', ...rest] = nameOf(name).split(/\s+/);
  return {
    firstName: nameOf(given) || first || (email.split('@')[0] ?? email).slice(0, NAME_MAX_LENGTH),
    lastName: nameOf(family) || rest.join(' '),
  };
}

/** The names or ids of groups. Null if the provider sends none; then nothing changes. */
function groupsOf({ groups }: Claims): string[] | null {
  if (typeof groups === 'string') return [groups];
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null;
}
