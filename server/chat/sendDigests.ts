import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { CleanUp } from '#server/db/cleanUp.ts';
import { type Mail, MailRejected, MailUnavailable, mailRetryDelay } from '#server/mail/index.ts';
import type { Realtime } from '#server/realtime/index.ts';
import { repeat } from '#server/repeat.ts';
import { assignPosts, closePostsOf, type Receiver, readDigest, type UnreadPost } from './digestContents.ts';
import { digestMail } from './digestMail.ts';
import { createDigestQueue, type Digest } from './digests.ts';
import { findUnread, type Unread } from './findUnread.ts';
import { quietTimeLeft } from './quietHours.ts';

/** Number of mails sent in parallel. */
const BATCH = 5;
/** Number of conversations of one mail whose unread messages are counted in parallel. */
const PARALLEL_CONVERSATIONS = 5;
const POLL_MS = 5_000;

/**
 * Sends one mail about all unread conversations of a person, 2 minutes after the first unread message. A mail is sent
 * again only if it is unknown whether it was sent, and then with the same Message-ID. See
 * docs/decisions/0019-unread-messages-and-mail.md.
 */
export function startDigests({
  pool,
  realtime,
  mail,
  publicOrigin,
  delayMs,
  now,
  log,
  pollMs = POLL_MS,
}: {
  pool: Pool;
  realtime: Pick<Realtime, 'membership' | 'messagesAfter'>;
  mail: { send(mail: Mail): Promise<unknown> };
  publicOrigin: string;
  delayMs: number;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  pollMs?: number;
}) {
  const queue = createDigestQueue(pool, now, delayMs);
  let isStopped = false;

  /** Unread messages of each conversation, in the order of the posts. No transaction is open during these calls. */
  async function findAllUnread(posts: readonly UnreadPost[], receiver: Receiver): Promise<Unread[]> {
    const found: Unread[] = [];
    for (let at = 0; at < posts.length; at += PARALLEL_CONVERSATIONS)
      found.push(
        ...(await Promise.all(
          posts
            .slice(at, at + PARALLEL_CONVERSATIONS)
            .map(({ sender }) => findUnread(realtime, sender, receiver, now())),
        )),
      );
    return found;
  }

  async function send(digest: Digest, onSent: () => void) {
    const contents = await readDigest(pool, digest);
    if (!contents) {
      await closePostsOf(pool, digest, now());
      return queue.end(digest, { outcome: 'dropped' });
    }
    const { receiver, posts } = contents;
    const quietMs = quietTimeLeft(receiver, now());
    if (quietMs > 0)
      return queue.releaseLease(digest, quietMs, { isUncertain: digest.handedOverAt !== null });
    const found = await findAllUnread(posts, receiver);
    const conversations = posts
      .map((post, index) => ({ ...post, ...(found[index] ?? { count: 0, isChanged: false }) }))
      .filter(({ count }) => count > 0);
    const unread = conversations.map(({ id }) => id);
    const read = posts.map(({ id }) => id).filter((id) => !unread.includes(id));
    await assignPosts(pool, digest, { read, unread }, now());
    if (unread.length === 0) return queue.end(digest, { outcome: 'dropped' });
    await mail.send(digestMail(digest.id, receiver, conversations, publicOrigin));
    onSent();
    await queue.end(digest, { outcome: 'sent' });
    log.info({ digestId: digest.id, conversations: unread.length }, 'mail about unread messages sent');
  }

  async function trySend(digest: Digest) {
    let isUncertain = digest.handedOverAt !== null;
    try {
      await send(digest, () => {
        isUncertain = true; // until the end of the digest is stored
      });
    } catch (error) {
      if (error instanceof MailRejected) {
        log.error({ digestId: digest.id, reason: error.message }, 'mail rejected');
        return queue.end(digest, { outcome: 'refused', reason: error.message });
      }
      const delayMs = mailRetryDelay(digest.attempts);
      log.warn({ digestId: digest.id, reason: String(error), delayMs }, 'mail delayed');
      // The value stays true, because an earlier attempt may have succeeded.
      isUncertain ||= error instanceof MailUnavailable && error.isUncertain;
      await queue.releaseLease(digest, delayMs, { isUncertain });
    }
  }

  async function sendAll() {
    while (!isStopped) {
      const due = await queue.lease(BATCH);
      if (due.length === 0) return;
      await Promise.all(due.map(trySend));
    }
  }

  const task = repeat(async () => {
    try {
      await sendAll();
    } catch (error) {
      log.error({ err: error }, 'scheduled mail could not be read');
    }
  }, pollMs);
  return {
    cleanUp: {
      what: 'scheduled mail',
      deleteOld: (hasToStop) => queue.deleteOld(hasToStop),
    } satisfies CleanUp,
    /** Stops after the mails in progress are sent. */
    async stop() {
      isStopped = true;
      await task.stop();
    },
  };
}
