import {
  type AuthoredTopic,
  authoredTopicSchema,
  type NewTopicVersion,
} from '#contract/learning/authoring.ts';
import type { Reason } from '#contract/learning/enrolment.ts';
import {
  type ConfirmationAnswer,
  type LearnerProgram,
  learnerProgramSchema,
  type ProposalNote,
} from '#contract/learning/learners.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { isOutdated } from '#store/api/isOutdated.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { programsApi } from './programsApi.ts';

interface Learner {
  programId: string;
  userId: number;
}
const at = ({ programId, userId }: Learner, rest: string) =>
  `/programs/${encodeURIComponent(programId)}/learners/${userId}/${rest}`;

const cacheLearnerProgram = updateCacheAfter(
  (dispatch, program: LearnerProgram, { programId, userId }: Learner) => {
    void dispatch(programsApi.util.upsertQueryData('getLearnerProgram', { programId, userId }, program));
  },
);
const tagsAfter = (error: unknown, programId: string) =>
  error
    ? isOutdated(error)
      ? ([
          'Team',
          'Home',
          { type: 'LearnerProgram', id: programId },
          { type: 'Coaching', id: 'LIST' },
        ] as const)
      : []
    : ([
        'Team',
        'Home',
        'Person',
        'Insights',
        { type: 'Program', id: programId },
        // A session can be planned while a step needs one.
        { type: 'Coaching', id: 'LIST' },
      ] as const);

/** Mutations by managers and coaches (confirm, waive, propose, reopen) and by authors (publish). */
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
      onQueryStarted: cacheLearnerProgram,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    waiveStep: build.mutation<LearnerProgram, Learner & { stepKey: string; reason: Reason }>({
      query: ({ stepKey, reason, ...learner }) => ({
        url: at(learner, `steps/${encodeURIComponent(stepKey)}/waiver`),
        method: 'PUT',
        body: reason,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: cacheLearnerProgram,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    proposeTopic: build.mutation<LearnerProgram, Learner & { topicId: string; proposal: ProposalNote }>({
      query: ({ topicId, proposal, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/proposal`),
        method: 'PUT',
        body: proposal,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: cacheLearnerProgram,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    withdrawProposal: build.mutation<LearnerProgram, Learner & { topicId: string }>({
      query: ({ topicId, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/proposal`),
        method: 'DELETE',
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: cacheLearnerProgram,
      invalidatesTags: (_answer, error, { programId }) => tagsAfter(error, programId),
    }),
    reopenTopic: build.mutation<LearnerProgram, Learner & { topicId: string; reason: Reason }>({
      query: ({ topicId, reason, ...learner }) => ({
        url: at(learner, `topics/${encodeURIComponent(topicId)}/reopening`),
        method: 'POST',
        body: reason,
      }),
      responseSchema: learnerProgramSchema,
      onQueryStarted: cacheLearnerProgram,
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
  useWithdrawProposalMutation,
  useReopenTopicMutation,
  useGetAuthoredTopicQuery,
  usePublishTopicVersionMutation,
} = learnersApi;
