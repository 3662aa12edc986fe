import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { coachingActionsSchema } from '#contract/learning/coachingActions.ts';
import {
  COACHING_RULES,
  coachingFeedbackSchema,
  coachingRoomSchema,
  documentEditSchema,
  documentKinds,
  documentSavedSchema,
  newCoachingKeySchema,
  newReaderSchema,
  roomChannelSchema,
  roomPresenceSchema,
  sharedNotesSchema,
} from '#contract/learning/coachingRoom.ts';
import { coachingChannel } from '#contract/messaging/channels.ts';
import { randomId } from '#contract/text.ts';
import { eq } from '#server/db/drizzle.ts';
import { coachingAgreements, coachingFeedback } from '#server/db/schema/coachingRoom.ts';
import { users } from '#server/db/schema/people.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { HttpError, notFound, unavailable } from '#server/http/httpError.ts';
import { userIdInPath } from '#server/http/params.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  completeAfterWrapUp,
  type FullSession,
  findOwnSession,
  otherOf,
} from '#server/learning/coaching/index.ts';
import type { MessagingConfigDeps } from '#server/messagingConfig/index.ts';
import { MessagingRejected, MessagingUnavailable, type Realtime } from '#server/realtime/index.ts';
import { type Pair, replaceKey, saveDocument } from './documents.ts';
import { iceServersFor, type RtcSettings } from './iceServers.ts';
import { confirmHeld, findRoom, finishRoom, leaveRoom, reportPresence } from './presence.ts';
import { presentRoom } from './presentRoom.ts';
import { addReader, findSharedNotes, removeReader } from './readers.ts';
import { findRecentNotes } from './recentNotes.ts';
import { roomRefusal } from './roomTimes.ts';

export interface CoachingRoomDeps {
  pool: Pool;
  now: () => Date;
  wakeOutbox: () => void;
  realtime: Pick<Realtime, 'grantChannel'>;
  messaging: Omit<MessagingConfigDeps, 'tokens' | 'now'>;
  rtc?: RtcSettings;
}

/** The access to a session's channel ends soon after the session, so clients renew it. */
const CHANNEL_MINUTES = 15;
/** A connection through TURN lasts as long as its credentials, so they outlive a session. */
const CALL_MINUTES = 240;
const NO_SERVERS: RtcSettings = { servers: [], turnSecret: null };
const tags = ['coaching'];
const sessionParams = z.object({ sessionId: randomId });
const readerParams = z.object({ sessionId: randomId, userId: userIdInPath });
const done = z.object({ done: z.literal(true) });
const DONE = { done: true as const };

/** The room of a coaching session, for its two people. See docs/decisions/0069-coaching-room.md. */
export const coachingRoomRoutes: FastifyPluginAsyncZod<CoachingRoomDeps> = async (app, deps) => {
  const { pool, now, wakeOutbox } = deps;

  const find = async (tx: TenantTransaction, viewer: Viewer, sessionId: string) => {
    const session = await findOwnSession(tx, viewer, sessionId);
    return { session, pair: { me: viewer.userId, other: otherOf(session, viewer.userId) } };
  };
  async function change<T>(
    { viewer, params }: { viewer: Viewer; params: { sessionId: string } },
    work: (
      tx: TenantTransaction,
      report: { viewer: Viewer; session: FullSession; pair: Pair; now: Date },
    ) => Promise<T>,
  ): Promise<T> {
    const result = await withTenant(pool, viewer.tenantId, async (tx) =>
      work(tx, { viewer, now: now(), ...(await find(tx, viewer, params.sessionId)) }),
    );
    wakeOutbox();
    return result;
  }

  app.put(
    '/coaching/key',
    {
      schema: {
        tags,
        summary: 'Set up the key pair for your coaching notes',
        body: newCoachingKeySchema,
        response: { 200: done, ...problems(400, 401, 409) },
      },
    },
    async ({ viewer, body }) => {
      await withTenant(pool, viewer.tenantId, (tx) => replaceKey(tx, viewer.userId, body, now()));
      return DONE;
    },
  );

  app.get(
    '/coaching/actions',
    {
      schema: {
        tags,
        summary: 'The encrypted notes of your last sessions, with what was agreed',
        response: { 200: coachingActionsSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => findRecentNotes(tx, viewer.userId, now())),
  );

  app.get(
    '/coaching/:sessionId/room',
    {
      schema: {
        tags,
        summary: 'The room of one of your coaching sessions, with its encrypted notes',
        params: sessionParams,
        response: { 200: coachingRoomSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const { session, pair } = await find(tx, viewer, params.sessionId);
        return presentRoom(tx, session, pair, now());
      }),
  );

  app.put(
    '/coaching/:sessionId/agreement',
    {
      schema: {
        tags,
        summary: 'Accept who can read what',
        params: sessionParams,
        response: { 200: done, ...problems(401, 404) },
      },
    },
    (request) =>
      change(request, async (tx, { viewer, session }) => {
        await tx
          .insert(coachingAgreements)
          .values({
            tenantId: tx.tenantId,
            learnerId: session.learnerId,
            peerId: session.peerId,
            userId: viewer.userId,
            rules: COACHING_RULES,
            acceptedAt: now(),
          })
          .onConflictDoNothing();
        return DONE;
      }),
  );

  app.put(
    '/coaching/:sessionId/documents/:kind',
    {
      schema: {
        tags,
        summary: 'Save encrypted notes',
        params: z.object({ sessionId: randomId, kind: z.enum(documentKinds) }),
        body: documentEditSchema,
        response: { 200: documentSavedSchema, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      change(request, (tx, { session, pair }) => {
        if (session.state === 'cancelled')
          throw new HttpError(409, 'not-possible', 'This session was cancelled.');
        return saveDocument(tx, session.id, request.params.kind, pair, request.body, now());
      }),
  );

  app.put(
    '/coaching/:sessionId/readers/:userId',
    {
      schema: {
        tags,
        summary: 'Let your current coach or manager read the shared notes of an earlier session',
        params: readerParams,
        body: newReaderSchema,
        response: { 200: done, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (tx, { viewer, session }) => {
        const userId = Number(request.params.userId);
        await addReader(tx, session, viewer, { userId, ...request.body });
        return DONE;
      }),
  );

  app.delete(
    '/coaching/:sessionId/readers/:userId',
    {
      schema: {
        tags,
        summary: 'Stop sharing the notes of a session',
        params: readerParams,
        response: { 200: done, ...problems(401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (tx, { viewer, session }) => {
        await removeReader(tx, session, viewer, Number(request.params.userId));
        return DONE;
      }),
  );

  app.get(
    '/coaching/:sessionId/shared-notes',
    {
      schema: {
        tags,
        summary: 'The notes of a session that the learner shares with you',
        params: sessionParams,
        response: { 200: sharedNotesSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, (tx) => findSharedNotes(tx, viewer, params.sessionId, now())),
  );

  app.put(
    '/coaching/:sessionId/presence',
    {
      schema: {
        tags,
        summary: 'Say that you are in the room',
        params: sessionParams,
        response: { 200: roomPresenceSchema, ...problems(401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (tx, report) => {
        const { otherJoinedAt, metAt } = await reportPresence(tx, report);
        return {
          otherJoinedAt: otherJoinedAt?.toISOString() ?? null,
          metAt: metAt?.toISOString() ?? null,
        };
      }),
  );

  app.delete(
    '/coaching/:sessionId/presence',
    {
      schema: {
        tags,
        summary: 'Leave the room',
        params: sessionParams,
        response: { 200: done, ...problems(401, 404) },
      },
    },
    (request) =>
      change(request, async (tx, report) => {
        await leaveRoom(tx, report);
        return DONE;
      }),
  );

  app.put(
    '/coaching/:sessionId/finish',
    {
      schema: {
        tags,
        summary: 'Finish the meeting for both',
        params: sessionParams,
        response: { 200: done, ...problems(401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (tx, report) => {
        await finishRoom(tx, report);
        return DONE;
      }),
  );

  app.put(
    '/coaching/:sessionId/feedback',
    {
      schema: {
        tags,
        summary: 'Rate a session and confirm that it took place',
        params: sessionParams,
        body: coachingFeedbackSchema,
        response: { 200: done, ...problems(400, 401, 404, 409) },
      },
    },
    (request) =>
      change(request, async (tx, { viewer, session }) => {
        const hasBegun = session.startsAt !== null && session.startsAt <= now();
        const isOver = (await findRoom(tx, session.id))?.finishedAt != null || hasBegun;
        if (!isOver || session.state === 'cancelled' || session.state === 'no_show')
          throw new HttpError(409, 'conflict', 'Feedback is possible after the session took place.');
        await tx
          .insert(coachingFeedback)
          .values({
            tenantId: tx.tenantId,
            sessionId: session.id,
            userId: viewer.userId,
            ...request.body,
            createdAt: now(),
          })
          .onConflictDoNothing();
        await confirmHeld(tx, viewer, session.id, now());
        await completeAfterWrapUp(tx, session.id);
        return DONE;
      }),
  );

  app.post(
    '/coaching/:sessionId/channel',
    {
      schema: {
        tags,
        summary: 'Get a token for the channel of an open room',
        params: sessionParams,
        response: { 200: roomChannelSchema, ...problems(401, 404, 409, 503) },
      },
    },
    async ({ viewer, params, hostname, log }) => {
      const uuid = await readTenant(pool, viewer.tenantId, async (tx) => {
        const { session } = await find(tx, viewer, params.sessionId);
        const room = await findRoom(tx, session.id);
        const refusal = roomRefusal(session, room?.finishedAt ?? null, now());
        if (refusal) throw new HttpError(409, 'conflict', refusal);
        const [person] = await tx.select({ uuid: users.uuid }).from(users).where(eq(users.id, viewer.userId));
        if (!person) throw notFound();
        return person.uuid;
      });
      const channel = coachingChannel(viewer.tenantId, params.sessionId);
      const authKey = await deps.realtime
        .grantChannel(uuid, channel, CHANNEL_MINUTES)
        .catch((error: unknown) => {
          if (!(error instanceof MessagingUnavailable || error instanceof MessagingRejected)) throw error;
          log.error({ reason: error.message }, 'room token could not be granted');
          throw unavailable('The messaging service is not available. Trellis will try again.', 5);
        });
      const { publishKey, subscribeKey, publicOrigin } = deps.messaging;
      return {
        channel,
        authKey,
        expiresIn: CHANNEL_MINUTES * 60,
        subKey: subscribeKey,
        pubKey: publishKey,
        uuid,
        ...publicOrigin(hostname),
        iceServers: iceServersFor(
          deps.rtc ?? NO_SERVERS,
          uuid,
          new Date(now().getTime() + CALL_MINUTES * 60_000),
        ),
      };
    },
  );
};
