import {
  type ChallengeResult,
  challengeResultSchema,
  type PreviewAttempt,
  type PreviewReasons,
  previewReasonsSchema,
} from '#contract/learning/challenges.ts';
import {
  type Consequences,
  consequencesSchema,
  type ProgramFile,
  type ProgramStateChange,
  programFileSchema,
  type Templates,
  templatesSchema,
} from '#contract/learning/programLife.ts';
import {
  candidatesSchema,
  type ManagedPrograms,
  managedProgramsSchema,
  type NewProgram,
  type ProgramChange,
  type ProgramOptions,
  type ProgramSetup,
  programOptionsSchema,
  programSetupSchema,
  type ReviewChange,
} from '#contract/learning/programSetup.ts';
import { type Program, programSchema } from '#contract/learning/programs.ts';
import type { PageQuery } from '#contract/paging.ts';
import type { Participant } from '#contract/people.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { invalidateOnChange } from '#store/api/invalidateOnChange.ts';
import { isOutdated } from '#store/api/isOutdated.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { withQuery } from '#store/api/withQuery.ts';

const at = (programId: string, rest = '') => `/programs/${encodeURIComponent(programId)}${rest}`;
const cacheSetup = updateCacheAfter((dispatch, setup: ProgramSetup) => {
  void dispatch(setupApi.util.upsertQueryData('getProgramSetup', { programId: setup.programId }, setup));
});
/** What shows a launched program to its learners, and to their managers and coaches. Its state decides about sessions. */
const shownTo = {
  learners: ['Program', 'ProgramList', 'Home', { type: 'Coaching', id: 'LIST' }],
  managers: ['Team', 'Person', 'LearnerProgram'],
} as const;
/** The invitations of a launch are sent after its response. */
const tagsAfterInvitations = [...shownTo.learners, ...shownTo.managers, 'ManagedPrograms'] as const;
export const isSendingInvitations = ({ status, launch }: ProgramSetup) =>
  status === 'active' && launch?.endedAt === null && launch.failedAt === null;
/** A draft is shown only in the list of programs. */
const listAfter = (setup: ProgramSetup | undefined) =>
  setup
    ? ([
        'ManagedPrograms',
        ...(setup.status === 'draft' ? [] : [...shownTo.learners, ...shownTo.managers]),
      ] as const)
    : [];
/** The audit log has an entry about it. */
const listAndLogAfter = (setup: unknown) => (setup ? (['ManagedPrograms', 'Audit'] as const) : []);

/** After a refusal, another person has launched the draft or answered the request in the meantime. */
const tagsAfterRefusal = (error: unknown, programId: string) =>
  isOutdated(error) ? (['ManagedPrograms', 'Home', { type: 'ProgramSetup', id: programId }] as const) : [];

/** Learners can, or can no longer, answer invitations and join. The viewer may be a learner. */
const listLogAndLearnerAfter = (setup: unknown) =>
  setup ? ([...shownTo.learners, ...shownTo.managers, 'ManagedPrograms', 'Audit'] as const) : [];

/** Topics were added to the library. */
const listAndContentAfter = (setup: unknown) =>
  setup ? (['ManagedPrograms', 'Audit', 'Content'] as const) : [];

/** Drafting and launching programs. */
export const setupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pageManagedPrograms: build.infiniteQuery<ManagedPrograms, void, PageQuery>({
      query: ({ pageParam }) => withPage('/programs/managed', pageParam),
      responseSchema: managedProgramsSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['ManagedPrograms'],
    }),
    getProgramOptions: build.query<ProgramOptions, { programId?: string }>({
      query: (query) => withQuery('/programs/options', query),
      responseSchema: programOptionsSchema,
      providesTags: ['Content', 'Department', 'Survey'],
    }),
    findCandidates: build.query<{ data: Participant[] }, { programId: string; search: string }>({
      query: (query) => withQuery('/programs/candidates', query),
      responseSchema: candidatesSchema,
    }),
    getProgramSetup: build.query<ProgramSetup, { programId: string }>({
      query: ({ programId }) => at(programId, '/setup'),
      responseSchema: programSetupSchema,
      providesTags: (_setup, _error, { programId }) => [{ type: 'ProgramSetup', id: programId }],
      onQueryStarted: invalidateOnChange(
        (before: ProgramSetup, after: ProgramSetup) =>
          isSendingInvitations(before) && !isSendingInvitations(after),
        () => tagsAfterInvitations,
      ),
    }),
    createProgram: build.mutation<ProgramSetup, NewProgram>({
      query: (body) => ({ url: '/programs', method: 'POST', body }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listAndLogAfter,
    }),
    /** Autosave. */
    saveProgram: build.mutation<ProgramSetup, { programId: string; change: ProgramChange }>({
      query: ({ programId, change }) => ({ url: at(programId), method: 'PATCH', body: change }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listAfter,
    }),
    launchProgram: build.mutation<ProgramSetup, { programId: string; version: number }>({
      query: ({ programId, version }) => ({
        url: at(programId, '/launch'),
        method: 'POST',
        body: { version },
      }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: (setup, error, { programId }) =>
        setup ? listLogAndLearnerAfter(setup) : tagsAfterRefusal(error, programId),
    }),
    /**
     * Asks the administrators to launch a draft, withdraws the request, or sends the draft back to its owner.
     */
    changeProgramReview: build.mutation<ProgramSetup, { programId: string; change: ReviewChange }>({
      query: ({ programId, change }) => ({ url: at(programId, '/review'), method: 'PUT', body: change }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: (setup, error, { programId }) =>
        setup ? ['ManagedPrograms', 'Audit', 'Home'] : tagsAfterRefusal(error, programId),
    }),
    /** The program of a person who has just joined. */
    getPreview: build.query<Program, { programId: string }>({
      query: ({ programId }) => at(programId, '/preview'),
      responseSchema: programSchema,
      keepUnusedDataFor: 0,
    }),
    getPreviewReasons: build.mutation<PreviewReasons, { programId: string } & PreviewAttempt>({
      query: ({ programId, ...body }) => ({ url: at(programId, '/preview/answers'), method: 'POST', body }),
      responseSchema: previewReasonsSchema,
    }),
    gradePreview: build.mutation<ChallengeResult, { programId: string } & PreviewAttempt>({
      query: ({ programId, ...body }) => ({ url: at(programId, '/preview/attempts'), method: 'POST', body }),
      responseSchema: challengeResultSchema,
    }),
    previewConsequences: build.mutation<Consequences, { programId: string; change: ProgramChange }>({
      query: ({ programId, change }) => ({
        url: at(programId, '/consequences'),
        method: 'POST',
        body: change,
      }),
      responseSchema: consequencesSchema,
    }),
    changeProgramState: build.mutation<ProgramSetup, { programId: string } & ProgramStateChange>({
      query: ({ programId, ...body }) => ({ url: at(programId, '/state'), method: 'PUT', body }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listLogAndLearnerAfter,
    }),
    exportProgram: build.query<ProgramFile, { programId: string }>({
      query: ({ programId }) => at(programId, '/file'),
      responseSchema: programFileSchema,
      keepUnusedDataFor: 0,
    }),
    importProgram: build.mutation<ProgramSetup, ProgramFile>({
      query: (body) => ({ url: '/programs/imports', method: 'POST', body }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listAndContentAfter,
    }),
    getTemplates: build.query<Templates, void>({
      query: () => '/programs/templates',
      responseSchema: templatesSchema,
    }),
    createFromTemplate: build.mutation<ProgramSetup, { template: string; key: string }>({
      query: (body) => ({ url: '/programs/from-template', method: 'POST', body }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listAndContentAfter,
    }),
    copyProgram: build.mutation<ProgramSetup, { programId: string }>({
      query: ({ programId }) => ({ url: at(programId, '/copies'), method: 'POST' }),
      responseSchema: programSetupSchema,
      onQueryStarted: cacheSetup,
      invalidatesTags: listAndLogAfter,
    }),
  }),
});
export const {
  usePageManagedProgramsInfiniteQuery,
  useGetProgramOptionsQuery,
  useFindCandidatesQuery,
  useGetProgramSetupQuery,
  useLazyGetProgramSetupQuery,
  useCreateProgramMutation,
  useSaveProgramMutation,
  useLaunchProgramMutation,
  useChangeProgramReviewMutation,
  useCopyProgramMutation,
  useGetPreviewQuery,
  useGetPreviewReasonsMutation,
  useGradePreviewMutation,
  usePreviewConsequencesMutation,
  useChangeProgramStateMutation,
  useLazyExportProgramQuery,
  useImportProgramMutation,
  useGetTemplatesQuery,
  useCreateFromTemplateMutation,
} = setupApi;
