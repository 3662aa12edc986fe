import type { Reason } from '#contract/enrolment.ts';
import {
  type ConfirmationAnswer,
  type LearnerProgram,
  learnerProgramSchema,
  type ProposalWords,
} from '#contract/learners.ts';
import { type AuthoredTopic, authoredTopicSchema, type NewTopicVersion } from '#contract/topics.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { programsApi } from './programsApi.ts';

interface Learner {
  programId: string;
  userId: number;
}
const at = ({ programId, userId }: Learner, rest: string) =>
  `/programs/${encodeURIComponent(programId)}/learners/${userId}/${rest}`;

type Dispatch = (action: ReturnType<typeof programsApi.util.upsertQueryData>) => unknown;
async function keepLearner(
  { programId, userId }: Learner,
  { dispatch, queryFulfilled }: { dispatch: Dispatch; queryFulfilled: PromiseLike<{ data: LearnerProgram }> },
) {
  const answer = await queryFulfilled.then(
    ({ data }) => data,
    () => null,
  );
  if (answer)
    void dispatch(programsApi.util.upsertQueryData('getLearnerProgram', { programId, userId }, answer));
}
const tagsAfter = (error: unknown, programId: string) =>
  error
    ? ([{ type: 'LearnerProgram', id: programId }] as const)
    : (['Team', 'Home', 'Person', { type: 'Program', id: programId }] as const);

/** What managers, coaches and authors do for learners: confirm, waive, propose, reopen, publish. */
export const learnersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    answerConfirmation: build.mutation<
      LearnerProgram,
      Learner & { topicId: string; answer: ConfirmationAnswer }
    >({
      query: ({ topicId, answer, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/confirmation`),
        method: 'PUT',
        body: answer,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: keepLearner,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    waiveStep: build.mutation<LearnerProgram, Learner & { stepKey: string; reason: Reason }>({
      query: ({ stepKey, reason, ...learner }) => ({
        url: at(learner, `steps/${encodeURIComponent(stepKey)}/waiver`),
        method: 'PUT',
        body: reason,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: keepLearner,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    proposeTopic: build.mutation<LearnerProgram, Learner & { topicId: string; words: ProposalWords }>({
      query: ({ topicId, words, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/proposal`),
        method: 'PUT',
        body: words,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: keepLearner,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    takeProposalBack: build.mutation<LearnerProgram, Learner & { topicId: string }>({
      query: ({ topicId, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/proposal`),
        method: 'DELETE',
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: keepLearner,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    reopenTopic: build.mutation<LearnerProgram, Learner & { topicId: string; reason: Reason }>({
      query: ({ topicId, reason, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/reopening`),
        method: 'POST',
        body: reason,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: keepLearner,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    getAuthoredTopic: build.query<AuthoredTopic, { topicId: string }>({
      query: ({ topicId }) => `/topics/${encodeURIComponent(topicId)}`,
      responseSchema: authoredTopicSchema,
      providesTags: (_topic, _error, { topicId }) => [{ type: 'Topic', id: topicId }],
    }),
    publishTopicVersion: build.mutation<AuthoredTopic, { topicId: string; version: NewTopicVersion }>({
      query: ({ topicId, version }) => ({
        url: `/topics/${encodeURIComponent(topicId)}/versions`,
        method: 'POST',
        body: version,
      }),
      responseSchema: authoredTopicSchema,
      invalidatesTags: (_topic, _error, { topicId }) => [
        { type: 'Topic', id: topicId },
        'Content',
        'Program',
        'ProgramList',
      ],
    }),
  }),
});
export const {
  useAnswerConfirmationMutation,
  useWaiveStepMutation,
  useProposeTopicMutation,
  useTakeProposalBackMutation,
  useReopenTopicMutation,
  useGetAuthoredTopicQuery,
  usePublishTopicVersionMutation,
} = learnersApi;
