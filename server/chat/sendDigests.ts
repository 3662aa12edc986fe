import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { MailAway, MailRefusal, type MailSender } from '../mail/index.ts';
import type { Realtime } from '../realtime/index.ts';
import { repeat } from '../repeat.ts';
import { closePostsTo, type PostToMail, type Receiver, readDigest, settleDigest } from './digestContents.ts';
import { digestMail } from './digestMail.ts';
import { createDigestQueue, type Digest } from './digests.ts';
import { type Unread, unreadFrom } from './unreadFrom.ts';

/** The mails of one round; they are sent side by side. */
const BATCH = 5;
/** The conversations of one mail that are asked about side by side. */
const ASKED_AT_ONCE = 5;
const POLL_MS = 5_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** 10, 20, 40 … 600 s while the mail server or the messaging service is away. */
export const waitAfterMail = (attempts: number) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));

/**
 * Mails people what they have not read two minutes after it was posted: one mail for all their conversations, and none
 * when it has been read meanwhile. A mail goes out at least once, and again only when nobody can know whether it did;
 * then it is the same one with the same Message-ID.
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
  realtime: Pick<Realtime, 'readPosition' | 'messagesAfter'>;
  mail: MailSender;
  publicOrigin: string;
  delayMs: number;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  pollMs?: number;
}) {
  const queue = createDigestQueue(pool, now, delayMs);
  let isStopped = false;
  let rounds = 0;

  /** What is unread of each conversation, in the order of the posts. No transaction is open meanwhile. */
  async function findUnread(posts: readonly PostToMail[], receiver: Receiver): Promise<Unread[]> {
    const found: Unread[] = [];
    for (let at = 0; at < posts.length; at += ASKED_AT_ONCE)
      found.push(
        ...(await Promise.all(
          posts
            .slice(at, at + ASKED_AT_ONCE)
            .map(({ writer }) => unreadFrom(realtime, writer, receiver, now())),
        )),
      );
    return found;
  }

  async function send(digest: Digest, onSent: () => void) {
    const contents = await readDigest(pool, digest);
    if (!contents) {
      await closePostsTo(pool, digest, now());
      return queue.end(digest, { outcome: 'dropped' });
    }
    const { receiver, posts } = contents;
    const found = await findUnread(posts, receiver);
    const conversations = posts
      .map((post, index) => ({ ...post, ...(found[index] ?? { count: 0, isChanged: false }) }))
      .filter(({ count }) => count > 0);
    const unread = conversations.map(({ id }) => id);
    const read = posts.map(({ id }) => id).filter((id) => !unread.includes(id));
    await settleDigest(pool, digest, { read, unread }, now());
    if (unread.length === 0) return queue.end(digest, { outcome: 'dropped' });
    await mail.send(digestMail(digest.id, receiver, conversations, publicOrigin));
    onSent();
    await queue.end(digest, { outcome: 'sent' });
    log.info({ digestId: digest.id, conversations: unread.length }, 'unread messages were mailed');
  }

  async function trySend(digest: Digest) {
    let isInDoubt = digest.handedOverAt !== null;
    try {
      await send(digest, () => {
        isInDoubt = true; // until that, too, is written down
      });
    } catch (error) {
      if (error instanceof MailRefusal) {
        log.error({ digestId: digest.id, reason: error.message }, 'a mail was refused for good');
        return queue.end(digest, { outcome: 'refused', because: error.message });
      }
      const waitMs = waitAfterMail(digest.attempts);
      log.warn({ digestId: digest.id, reason: String(error), waitMs }, 'a mail has to wait');
      // Once in doubt it stays so: that this try surely failed says nothing of the one before.
      isInDoubt ||= error instanceof MailAway && error.isInDoubt;
      await queue.giveBack(digest, waitMs, { isInDoubt });
    }
  }

  async function sendAll() {
    while (!isStopped) {
      const due = await queue.lease(BATCH);
      if (due.length === 0) return;
      await Promise.all(due.map(trySend));
    }
  }

  const repetition = repeat(async () => {
    try {
      await sendAll();
      if (rounds++ % 720 === 0) await queue.forgetOld(); // about once an hour
    } catch (error) {
      log.error({ err: error }, 'the waiting mails cannot be read');
    }
  }, pollMs);
  return {
    /** Ends after the mails that are on their way. */
    async stop() {
      isStopped = true;
      await repetition.stop();
      mail.stop();
    },
  };
}
