import { type Coachees, coacheesSchema } from '#contract/learning/coachees.ts';
import {
  type CoachingOutcome,
  type CoachingProposal,
  type CoachingSession,
  type CoachingTimes,
  coachingSessionSchema,
  coachingTimesSchema,
  type LearnerCoaching,
  learnerCoachingSchema,
  type NewCoaching,
  wasHeld,
} from '#contract/learning/coaching.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { invalidateOnChange } from '#store/api/invalidateOnChange.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { tagsAfterHeld } from './tagsAfterHeld.ts';

interface Learner {
  programId: string;
  userId: number;
}
const ofLearner = ({ programId, userId }: Learner) =>
  `/programs/${encodeURIComponent(programId)}/learners/${userId}/coaching`;
const ofSession = (sessionId: string, rest = '') => `/coaching/${encodeURIComponent(sessionId)}${rest}`;

/** The response is the session itself. Lists and the home page are fetched again. */
const cacheSession = updateCacheAfter((dispatch, session: CoachingSession, _args: unknown) => {
  void dispatch(
    coachingApi.util.upsertQueryData('getCoachingSession', { sessionId: session.sessionId }, session),
  );
});
/**
 * After a refusal the session is fetched again, because it has changed in the meantime. The room opens and closes with the
 * session.
 */
const tagsAfter = (error: unknown, { sessionId }: { sessionId: string }) => [
  { type: 'CoachingRoom' as const, id: sessionId },
  ...(error
    ? [{ type: 'Coaching' as const, id: sessionId }]
    : [
        { type: 'Coaching' as const, id: 'LIST' },
        'Home' as const,
        'Insights' as const,
        'Visibility' as const,
      ]),
];

const change = <Args extends { sessionId: string }>(rest: string, method: 'PUT' | 'DELETE' = 'PUT') => ({
  query: ({ sessionId, ...body }: Args) => ({
    url: ofSession(sessionId, rest),
    method,
    ...(method === 'PUT' && { body }),
  }),
  responseSchema: coachingSessionSchema,
  onQueryStarted: cacheSession,
  invalidatesTags: (_answer: unknown, error: unknown, args: Args) => tagsAfter(error, args),
});

/** Coaching sessions: planning, answering, moving, cancelling. */
export const coachingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCoachees: build.query<Coachees, void>({
      query: () => '/coaching/coachees',
      responseSchema: coacheesSchema,
      providesTags: [{ type: 'Coaching', id: 'LIST' }],
    }),
    getLearnerCoaching: build.query<LearnerCoaching, Learner>({
      query: ofLearner,
      responseSchema: learnerCoachingSchema,
      providesTags: [{ type: 'Coaching', id: 'LIST' }],
    }),
    getCoachingSession: build.query<CoachingSession, { sessionId: string }>({
      query: ({ sessionId }) => ofSession(sessionId),
      responseSchema: coachingSessionSchema,
      providesTags: (_session, _error, { sessionId }) => [{ type: 'Coaching', id: sessionId }],
      // No notification says that the answer of the other person has completed the session.
      onQueryStarted: invalidateOnChange(
        (before: CoachingSession, after: CoachingSession) => wasHeld(before) !== wasHeld(after),
        ({ sessionId }: { sessionId: string }) => tagsAfterHeld(sessionId),
      ),
    }),
    getCoachingTimes: build.query<
      CoachingTimes,
      Learner & { with: number; minutes: number; weeks: 2 | 4; session: string | null }
    >({
      query: ({ with: partner, minutes, weeks, session, ...learner }) => ({
        url: `${ofLearner(learner)}/times`,
        params: { with: partner, minutes, weeks, ...(session && { session }) },
      }),
      responseSchema: coachingTimesSchema,
      providesTags: [{ type: 'Coaching', id: 'LIST' }],
    }),
    planCoaching: build.mutation<CoachingSession, Learner & { plan: NewCoaching }>({
      query: ({ plan, ...learner }) => ({ url: ofLearner(learner), method: 'POST', body: plan }),
      responseSchema: coachingSessionSchema,
      onQueryStarted: cacheSession,
      invalidatesTags: (_answer, error) =>
        error ? [] : [{ type: 'Coaching', id: 'LIST' }, 'Home', 'Insights', 'Visibility'],
    }),
    confirmCoachingTime: build.mutation<CoachingSession, { sessionId: string; startsAt: string }>(
      change('/confirmation'),
    ),
    proposeCoachingTimes: build.mutation<CoachingSession, { sessionId: string } & CoachingProposal>(
      change('/proposal'),
    ),
    keepCoachingTime: build.mutation<CoachingSession, { sessionId: string }>(change('/proposal', 'DELETE')),
    cancelCoaching: build.mutation<
      CoachingSession,
      { sessionId: string; reason: string; following?: boolean }
    >(change('/cancellation')),
    reportCoachingOutcome: build.mutation<CoachingSession, { sessionId: string; outcome: CoachingOutcome }>({
      ...change<{ sessionId: string; outcome: CoachingOutcome }>('/outcome'),
      // A held session completes a step.
      invalidatesTags: (_answer, error, args) => [
        ...tagsAfter(error, args),
        'Program' as const,
        'ProgramList' as const,
        'LearnerProgram' as const,
        'Team' as const,
        'Person' as const,
      ],
    }),
    setCoachingPlace: build.mutation<CoachingSession, { sessionId: string; place: string | null }>(
      change('/place'),
    ),
  }),
});
export const {
  useGetCoacheesQuery,
  useGetLearnerCoachingQuery,
  useGetCoachingSessionQuery,
  useGetCoachingTimesQuery,
  usePlanCoachingMutation,
  useConfirmCoachingTimeMutation,
  useProposeCoachingTimesMutation,
  useKeepCoachingTimeMutation,
  useCancelCoachingMutation,
  useReportCoachingOutcomeMutation,
  useSetCoachingPlaceMutation,
} = coachingApi;
