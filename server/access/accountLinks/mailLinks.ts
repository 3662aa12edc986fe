import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { fullName } from '#contract/people.ts';
import { type CleanUp, deleteInBatches } from '#server/db/cleanUp.ts';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { accountLinks as links } from '#server/db/schema/sessions.ts';
import { signOnSettings } from '#server/db/schema/signOn.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { asOutbox, withTenant } from '#server/db/withTenant.ts';
import { type Mail, MailRejected, mailRetryDelay } from '#server/mail/index.ts';
import { repeat } from '#server/repeat.ts';
import { contextOf } from '#server/tracing/requestContext.ts';
import { inStoredContext, type Tracing } from '#server/tracing/spans.ts';
import { tokenOf } from './accountLinks.ts';
import { linkMail } from './linkMail.ts';

const POLL_MS = 30_000;
const BATCH = 5;
/** Longer than all timeouts of the mail server together. */
const LEASE_MS = 120_000;
const DEFAULT_RETENTION_DAYS = 30;

type Link = typeof links.$inferSelect;

export interface LinkMailDeps {
  pool: Pool;
  mail: { send(mail: Mail): Promise<unknown> };
  /** The key for deriving tokens. */
  key: Buffer;
  publicOrigin: string;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  tracing?: Tracing | null;
}

/** Mails links to people, at least once, from the rows of `account_links`. */
export function startLinkMail({ pool, mail, key, publicOrigin, now, log, tracing = null }: LinkMailDeps) {
  /** Leases due mails. Parallel processes get different mails, and expired leases are leased again. */
  const lease = (): Promise<Link[]> =>
    asOutbox(pool, async (tx) => {
      const at = now();
      const due = tx
        .select({ id: links.id })
        .from(links)
        .where(
          and(
            isNull(links.mailEndedAt),
            lte(links.notBefore, at),
            or(isNull(links.leasedUntil), lte(links.leasedUntil, at)),
          ),
        )
        .orderBy(asc(links.notBefore))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      return tx
        .update(links)
        .set({ leasedUntil: new Date(at.getTime() + LEASE_MS), attempts: sql`${links.attempts} + 1` })
        .where(inArray(links.id, due))
        .returning();
    });
  const end = ({ id }: Link, mailOutcome: NonNullable<Link['mailOutcome']>) =>
    asOutbox(pool, (tx) =>
      tx.update(links).set({ mailEndedAt: now(), mailOutcome, leasedUntil: null }).where(eq(links.id, id)),
    );
  const retryLater = ({ id }: Link, delayMs: number) =>
    asOutbox(pool, (tx) =>
      tx
        .update(links)
        .set({ leasedUntil: null, notBefore: new Date(now().getTime() + delayMs) })
        .where(eq(links.id, id)),
    );
  const deleteOld = (isStopped: () => boolean) =>
    deleteInBatches(
      (limit) =>
        asOutbox(pool, (tx) => {
          // Each organisation sets this number of days.
          const before = sql`${now().toISOString()}::timestamptz - make_interval(days => coalesce(
            (select s.link_record_days from organisation_settings as s where s.tenant_id = ${links.tenantId}), ${DEFAULT_RETENTION_DAYS}))`;
          const old = tx
            .select({ id: links.id })
            .from(links)
            .where(lt(links.expiresAt, before))
            .orderBy(asc(links.expiresAt))
            .limit(limit);
          return tx.delete(links).where(inArray(links.id, old));
        }),
      { isStopped },
    );

  async function send(link: Link) {
    const { id, tenantId, userId, purpose, attempts } = link;
    try {
      const [person] = await withTenant(pool, tenantId, (tx) =>
        tx
          .select({
            email: users.email,
            firstName: users.firstName,
            lastName: users.lastName,
            organisation: tenants.name,
            signOn: signOnSettings.mode,
            sender: sql<
              string | null
            >`(select s.first_name || ' ' || s.last_name from users as s where s.id = ${link.createdBy})`,
          })
          .from(users)
          .innerJoin(tenants, eq(tenants.id, users.tenantId))
          .leftJoin(signOnSettings, eq(signOnSettings.tenantId, users.tenantId))
          .where(
            and(eq(users.id, userId), eq(users.status, purpose === 'invitation' ? 'invited' : 'active')),
          ),
      );
      const isOver = link.usedAt !== null || link.revokedAt !== null || link.expiresAt <= now();
      if (!person || isOver) return await end(link, 'dropped');
      const to = { name: fullName(person), address: person.email, firstName: person.firstName };
      const { organisation, sender } = person;
      const signOn = person.signOn ?? 'off';
      await mail.send(
        linkMail({ id, purpose, to, organisation, sender, signOn, token: tokenOf(key, link), publicOrigin }),
      );
      await end(link, 'sent');
      log.info({ linkId: id, purpose }, 'mail with a link sent');
    } catch (error) {
      if (error instanceof MailRejected) {
        log.error({ linkId: id, reason: error.message }, 'mail rejected');
        return end(link, 'refused');
      }
      const delayMs = mailRetryDelay(attempts);
      log.warn({ linkId: id, reason: String(error), delayMs }, 'mail delayed');
      return retryLater(link, delayMs);
    }
  }

  const task = repeat(async () => {
    try {
      for (let due = await lease(); due.length > 0; due = await lease())
        await Promise.all(
          due.map((link) => inStoredContext(contextOf(link), tracing, 'mail with a link', () => send(link))),
        );
    } catch (error) {
      log.error({ err: error }, 'links to mail could not be read');
    }
  }, POLL_MS);
  return {
    wake: () => task.runSoon(),
    cleanUp: { what: 'links', deleteOld } satisfies CleanUp,
    stop: () => task.stop(),
  };
}
