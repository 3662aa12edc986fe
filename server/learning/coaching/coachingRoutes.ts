import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { coacheesSchema } from '#contract/learning/coachees.ts';
import {
  coachingCancellationSchema,
  coachingConfirmationSchema,
  coachingOutcomeSchema,
  coachingPlaceSchema,
  coachingProposalSchema,
  coachingSessionSchema,
  coachingTimesQuerySchema,
  coachingTimesSchema,
  learnerCoachingSchema,
  newCoachingSchema,
} from '#contract/learning/coaching.ts';
import { nextCoachingSchema } from '#contract/learning/coachingSummaries.ts';
import { randomId } from '#contract/text.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { notFound } from '#server/http/httpError.ts';
import { problems } from '#server/http/problems.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findCoachees } from '#server/learning/coaching/coachees/coachees.ts';
import { findRatings } from '#server/learning/coaching/coachees/ratings.ts';
import { learnerParams, withNumericUserId } from '#server/learning/programs/index.ts';
import { findParticipants } from '#server/people/index.ts';
import { findCommonTimes } from './availability.ts';
import {
  type ChangeContext,
  cancelSession,
  confirmTime,
  keepTime,
  planSession,
  proposeTimes,
  reportOutcome,
  setPlace,
} from './changeSession.ts';
import { type CoachingJobsDeps, registerCoachingJobs } from './coachingJobs.ts';
import { findOwnSession, findSessions, otherOf } from './coachingRepository.ts';
import { readNextSession } from './nextSession.ts';
import { findLearnerView, findPartner, whyNotPlannable } from './partners.ts';
import { inOrder, presentSession, presentSummaries } from './present.ts';

export type CoachingDeps = CoachingJobsDeps;

const tags = ['coaching'];
const sessionParams = z.object({ sessionId: randomId });
const DEFAULT_WEEKS = '2';

/** Coaching sessions. See docs/decisions/0060-coaching-sessions.md. */
export const coachingRoutes: FastifyPluginAsyncZod<CoachingDeps> = async (app, deps) => {
  const { pool, now, wakeOutbox, jobs } = deps;
  registerCoachingJobs(deps);
  const read = (tx: TenantTransaction, viewer: Viewer, sessionId: string) =>
    findOwnSession(tx, viewer, sessionId).then((session) => presentSession(tx, viewer, session, now()));

  /** Changes a session and returns it. */
  async function change(
    { viewer, params }: { viewer: Viewer; params: { sessionId: string } },
    work: (tx: TenantTransaction, context: ChangeContext) => Promise<unknown>,
  ) {
    const session = await withTenant(pool, viewer.tenantId, async (tx) => {
      await work(tx, { viewer, now: now(), jobs });
      return read(tx, viewer, params.sessionId);
    });
    wakeOutbox();
    return session;
  }

  app.get(
    '/coaching/next',
    {
      schema: {
        tags,
        summary: 'Your next coaching session',
        response: { 200: nextCoachingSchema, ...problems(401) },
      },
    },
    ({ viewer }) => readTenant(pool, viewer.tenantId, (tx) => readNextSession(tx, viewer, now())),
  );

  app.get(
    '/coaching/coachees',
    {
      schema: {
        tags,
        summary: 'The people whom you coach, those who need your attention first',
        response: { 200: coacheesSchema, ...problems(401) },
      },
    },
    ({ viewer }) =>
      readTenant(pool, viewer.tenantId, async (tx) => ({
        data: await findCoachees(tx, viewer, now()),
        ratings: await findRatings(tx, viewer.userId),
      })),
  );

  app.get(
    '/programs/:programId/learners/:userId/coaching',
    {
      schema: {
        tags,
        summary: 'The coaching sessions of a learner, for the learner, coach and manager',
        params: learnerParams,
        response: { 200: learnerCoachingSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const view = await findLearnerView(tx, viewer, withNumericUserId(params), now());
        const { plan, relation, asOf, partnerIds } = view;
        const [sessions, people] = await Promise.all([
          findSessions(tx, { enrolmentIds: [plan.enrolmentId] }),
          findParticipants(tx, partnerIds),
        ]);
        const visible = asOf === null ? sessions : sessions.filter(({ createdAt }) => createdAt <= asOf);
        const shown = await presentSummaries(tx, viewer, inOrder(visible), now());
        return {
          programName: plan.programName,
          relation,
          // Former coaches and managers can no longer read shared notes.
          sessions: asOf === null ? shown : shown.map((one) => ({ ...one, isSharedWithMe: false })),
          planWith: partnerIds.flatMap((id) => people.get(id) ?? []),
          cannotPlan: whyNotPlannable(view),
        };
      }),
  );

  app.get(
    '/programs/:programId/learners/:userId/coaching/times',
    {
      schema: {
        tags,
        summary: 'Times at which both people of a session are free',
        params: learnerParams,
        querystring: coachingTimesQuerySchema,
        response: { 200: coachingTimesSchema, ...problems(400, 401, 404, 422) },
      },
    },
    ({ viewer, params, query }) =>
      readTenant(pool, viewer.tenantId, async (tx) => {
        const partnerId = Number(query.with);
        const ref = withNumericUserId(params);
        const session = query.session === undefined ? null : await findOwnSession(tx, viewer, query.session);
        if (session === null) await findPartner(tx, viewer, ref, partnerId, now());
        else if (otherOf(session, viewer.userId) !== partnerId) throw notFound();
        return findCommonTimes(
          tx,
          { me: viewer.userId, other: partnerId },
          {
            minutes: Number(query.minutes),
            weeks: Number(query.weeks ?? DEFAULT_WEEKS),
            session,
          },
          now(),
        );
      }),
  );

  app.post(
    '/programs/:programId/learners/:userId/coaching',
    {
      schema: {
        tags,
        summary: 'Plan a coaching session by proposing times',
        params: learnerParams,
        body: newCoachingSchema,
        response: { 200: coachingSessionSchema, ...problems(400, 401, 404, 422) },
      },
    },
    async ({ viewer, params, body }) => {
      const session = await withTenant(pool, viewer.tenantId, async (tx) => {
        const context = { viewer, now: now() };
        return read(tx, viewer, await planSession(tx, context, withNumericUserId(params), body));
      });
      wakeOutbox();
      return session;
    },
  );

  app.get(
    '/coaching/:sessionId',
    {
      schema: {
        tags,
        summary: 'One of your coaching sessions',
        params: sessionParams,
        response: { 200: coachingSessionSchema, ...problems(401, 404) },
      },
    },
    ({ viewer, params }) => readTenant(pool, viewer.tenantId, (tx) => read(tx, viewer, params.sessionId)),
  );

  const changed = { 200: coachingSessionSchema, ...problems(400, 401, 404, 409) };

  app.put(
    '/coaching/:sessionId/confirmation',
    {
      schema: {
        tags,
        summary: 'Confirm a proposed time',
        params: sessionParams,
        body: coachingConfirmationSchema,
        response: changed,
      },
    },
    (request) =>
      change(request, (tx, context) =>
        confirmTime(tx, context, request.params.sessionId, new Date(request.body.startsAt)),
      ),
  );

  app.put(
    '/coaching/:sessionId/proposal',
    {
      schema: {
        tags,
        summary: 'Propose other times',
        params: sessionParams,
        body: coachingProposalSchema,
        response: changed,
      },
    },
    (request) =>
      change(request, (tx, context) => proposeTimes(tx, context, request.params.sessionId, request.body)),
  );

  app.delete(
    '/coaching/:sessionId/proposal',
    {
      schema: {
        tags,
        summary: 'Keep the confirmed time instead of the proposed ones',
        params: sessionParams,
        response: changed,
      },
    },
    (request) => change(request, (tx, context) => keepTime(tx, context, request.params.sessionId)),
  );

  app.put(
    '/coaching/:sessionId/cancellation',
    {
      schema: {
        tags,
        summary: 'Cancel a session',
        params: sessionParams,
        body: coachingCancellationSchema,
        response: changed,
      },
    },
    (request) =>
      change(request, (tx, context) => cancelSession(tx, context, request.params.sessionId, request.body)),
  );

  app.put(
    '/coaching/:sessionId/outcome',
    {
      schema: {
        tags,
        summary: 'Say whether a session took place',
        params: sessionParams,
        body: coachingOutcomeSchema,
        response: changed,
      },
    },
    (request) =>
      change(request, (tx, context) =>
        reportOutcome(tx, context, request.params.sessionId, request.body.outcome),
      ),
  );

  app.put(
    '/coaching/:sessionId/place',
    {
      schema: {
        tags,
        summary: 'Set the meeting link or the place of a session',
        params: sessionParams,
        body: coachingPlaceSchema,
        response: changed,
      },
    },
    (request) =>
      change(request, (tx, context) => setPlace(tx, context, request.params.sessionId, request.body.place)),
  );
};
