import { type Answers, type AnswersSaved, answersSavedSchema } from '#contract/learning/challenges.ts';
import {
  type Finish,
  finishSchema,
  type GoalHistory,
  type Goals,
  goalHistorySchema,
  type InvitationAnswer,
  type ProposalsAnswer,
  type Reason,
} from '#contract/learning/enrolment.ts';
import { type Program, programSchema } from '#contract/learning/programs.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { cacheProgram } from './programsApi.ts';

const at = (programId: string, rest: string) => `/programs/${encodeURIComponent(programId)}/${rest}`;
const step = (programId: string, stepKey: string, rest: string) =>
  at(programId, `steps/${encodeURIComponent(stepKey)}/${rest}`);

/** An error (409, 422) means that the cached program is out of date. */
const tagsAfter = (error: unknown, programId: string) =>
  error
    ? ([{ type: 'Program', id: programId }] as const)
    : ([
        'ProgramList',
        'Home',
        { type: 'Goals', id: programId },
        { type: 'Why', id: programId },
        // The state of the enrolment decides whether sessions can be planned.
        { type: 'Coaching', id: 'LIST' },
        // The selected topics are ideas for objectives.
        'Objective',
      ] as const);

/** Mutations of the learner's own enrolment. */
export const enrolmentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    answerInvitation: build.mutation<Program, { programId: string; answer: InvitationAnswer }>({
      query: ({ programId, answer }) => ({ url: at(programId, 'invitation'), method: 'PUT', body: answer }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    saveGoals: build.mutation<Program, { programId: string; goals: Goals }>({
      query: ({ programId, goals }) => ({ url: at(programId, 'goals'), method: 'PUT', body: goals }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    /** Declines the proposals of a topic, or undoes that. */
    declineProposals: build.mutation<Program, { programId: string; topicId: string } & ProposalsAnswer>({
      query: ({ programId, topicId, declined }) => ({
        url: at(programId, `topics/${encodeURIComponent(topicId)}/proposals`),
        method: 'PUT',
        body: { declined },
      }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    getGoalHistory: build.query<GoalHistory, { programId: string }>({
      query: ({ programId }) => at(programId, 'goals/history'),
      responseSchema: goalHistorySchema,
      providesTags: (_history, _error, { programId }) => [{ type: 'Goals', id: programId }],
    }),
    /** Autosave; no cached data depends on it. */
    saveAnswers: build.mutation<
      AnswersSaved,
      { programId: string; stepKey: string; answers: Answers['answers'] }
    >({
      query: ({ programId, stepKey, answers }) => ({
        url: step(programId, stepKey, 'answers'),
        method: 'PUT',
        body: { answers },
      }),
      responseSchema: answersSavedSchema,
    }),
    submitAnswers: build.mutation<
      Program,
      { programId: string; stepKey: string; answers: Answers['answers'] }
    >({
      query: ({ programId, stepKey, answers }) => ({
        url: step(programId, stepKey, 'attempts'),
        method: 'POST',
        body: { answers },
      }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    upgradeTopic: build.mutation<Program, { programId: string; topicId: string; version: number }>({
      query: ({ programId, topicId, version }) => ({
        url: at(programId, `topics/${encodeURIComponent(topicId)}/version`),
        method: 'PUT',
        body: { version },
      }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    finishProgram: build.mutation<Finish, { programId: string }>({
      query: ({ programId }) => ({ url: at(programId, 'finish'), method: 'POST' }),
      responseSchema: finishSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_finish, error, { programId }) => tagsAfter(error, programId),
    }),
    withdraw: build.mutation<Program, { programId: string; reason: Reason }>({
      query: ({ programId, reason }) => ({ url: at(programId, 'withdrawal'), method: 'POST', body: reason }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
    beginAgain: build.mutation<Program, { programId: string }>({
      query: ({ programId }) => ({ url: at(programId, 'cycles'), method: 'POST' }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) => tagsAfter(error, programId),
    }),
  }),
});
export const {
  useAnswerInvitationMutation,
  useSaveGoalsMutation,
  useDeclineProposalsMutation,
  useGetGoalHistoryQuery,
  useSaveAnswersMutation,
  useSubmitAnswersMutation,
  useUpgradeTopicMutation,
  useFinishProgramMutation,
  useWithdrawMutation,
  useBeginAgainMutation,
} = enrolmentApi;
