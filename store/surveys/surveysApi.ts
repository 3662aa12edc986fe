import type * as z from 'zod/mini';
import { type ActionChange, type NewAction, surveyActionsSchema } from '#contract/surveys/actions.ts';
import { blindSignatureSchema, type Ticket, type TicketRequest } from '#contract/surveys/anonymous.ts';
import { type Results, resultsSchema } from '#contract/surveys/results.ts';
import {
  type AudienceOptions,
  audienceOptionsSchema,
  type Draft,
  type NewSurvey,
  type Participation,
  participationSchema,
  responseReceiptSchema,
  type Survey,
  type SurveyChange,
  type SurveyResponse,
  type SurveyStateChange,
  type Surveys,
  surveyConflictSchema,
  surveySchema,
  surveysSchema,
} from '#contract/surveys/surveys.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { downloadFile } from '#store/api/downloadFile.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { withQuery } from '#store/api/withQuery.ts';

interface Which {
  surveyId: string;
}
type Receipt = z.infer<typeof responseReceiptSchema>;
const at = (surveyId: string, rest = '') => `/surveys/${encodeURIComponent(surveyId)}${rest}`;

type SurveyActions = z.infer<typeof surveyActionsSchema>;
/** Results are read once, because each read is in the audit log; their actions are replaced after a change. */
const keepActions = updateCacheAfter((dispatch, { actions }: SurveyActions, { surveyId }: Which) => {
  dispatch(
    surveysApi.util.updateQueryData('getSurveyResults', { surveyId }, (results) => {
      results.actions = actions;
    }),
  );
});

/** After a conflict (409), `conflictingSurveyOf(error)` returns the current version on the server. */
export const surveysApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSurveys: build.query<Surveys, void>({
      query: () => '/surveys',
      responseSchema: surveysSchema,
      providesTags: ['Survey'],
    }),
    createSurvey: build.mutation<Survey, NewSurvey>({
      query: (body) => ({ url: '/surveys', method: 'POST', body }),
      responseSchema: surveySchema,
      invalidatesTags: (survey) => (survey ? ['Survey'] : []),
    }),
    /** Whom the owner of the survey can ask. */
    getAudienceOptions: build.query<AudienceOptions, Which & { search?: string }>({
      query: (which) => withQuery('/surveys/audience', { ...which }),
      responseSchema: audienceOptionsSchema,
      keepUnusedDataFor: 0,
    }),
    getSurvey: build.query<Survey, Which>({
      query: ({ surveyId }) => at(surveyId),
      responseSchema: surveySchema,
      providesTags: (_survey, _error, { surveyId }) => [{ type: 'Survey', id: surveyId }],
    }),
    changeSurvey: build.mutation<Survey, Which & { change: SurveyChange }>({
      query: ({ surveyId, change }) => ({ url: at(surveyId), method: 'PATCH', body: change }),
      responseSchema: surveySchema,
      onQueryStarted: updateCacheAfter((dispatch, survey: Survey) => {
        void dispatch(surveysApi.util.upsertQueryData('getSurvey', { surveyId: survey.surveyId }, survey));
      }),
      // The list of raters has the version of its survey.
      invalidatesTags: (_survey, _error, { surveyId }) => [{ type: 'Survey', id: surveyId }],
    }),
    moveSurvey: build.mutation<Survey, Which & { move: SurveyStateChange }>({
      query: ({ surveyId, move }) => ({ url: at(surveyId, '/state'), method: 'PUT', body: move }),
      responseSchema: surveySchema,
      onQueryStarted: updateCacheAfter((dispatch, survey: Survey) => {
        void dispatch(surveysApi.util.upsertQueryData('getSurvey', { surveyId: survey.surveyId }, survey));
      }),
      // After an error, the next try is based on the current version.
      invalidatesTags: (_survey, error, { surveyId }) =>
        error ? [{ type: 'Survey', id: surveyId }] : ['Survey', 'Home', 'ProgramSetup'],
    }),
    getSurveyResults: build.query<Results, Which>({
      query: ({ surveyId }) => at(surveyId, '/results'),
      responseSchema: resultsSchema,
    }),
    addSurveyAction: build.mutation<SurveyActions, Which & { action: NewAction }>({
      query: ({ surveyId, action }) => ({ url: at(surveyId, '/actions'), method: 'POST', body: action }),
      responseSchema: surveyActionsSchema,
      onQueryStarted: keepActions,
    }),
    changeSurveyAction: build.mutation<SurveyActions, Which & { actionId: string; change: ActionChange }>({
      query: ({ surveyId, actionId, change }) => ({
        url: at(surveyId, `/actions/${encodeURIComponent(actionId)}`),
        method: 'PATCH',
        body: change,
      }),
      responseSchema: surveyActionsSchema,
      onQueryStarted: keepActions,
    }),
    removeSurveyAction: build.mutation<SurveyActions, Which & { actionId: string }>({
      query: ({ surveyId, actionId }) => ({
        url: at(surveyId, `/actions/${encodeURIComponent(actionId)}`),
        method: 'DELETE',
      }),
      responseSchema: surveyActionsSchema,
      onQueryStarted: keepActions,
    }),
    exportSurveyResults: build.mutation<null, Which>({
      queryFn: downloadFile('survey-results.csv', ({ surveyId }) => ({ url: at(surveyId, '/results.csv') })),
    }),
    getParticipation: build.query<Participation, Which>({
      query: ({ surveyId }) => at(surveyId, '/participation'),
      responseSchema: participationSchema,
      // Another device may have continued the draft.
      keepUnusedDataFor: 0,
      providesTags: (_participation, _error, { surveyId }) => [{ type: 'Participation', id: surveyId }],
    }),
    saveSurveyDraft: build.mutation<null, Which & { draft: Draft }>({
      query: ({ surveyId, draft }) => ({ url: at(surveyId, '/draft'), method: 'PATCH', body: draft }),
    }),
    submitSurvey: build.mutation<Receipt, Which & { response: SurveyResponse }>({
      query: ({ surveyId, response }) => ({
        url: at(surveyId, '/responses'),
        method: 'POST',
        body: response,
      }),
      responseSchema: responseReceiptSchema,
      // Of this survey only: queued answers can be submitted while the user answers another survey.
      invalidatesTags: (receipt, _error, { surveyId }) =>
        receipt ? [{ type: 'Participation', id: surveyId }, 'Survey', 'Home', 'Program', 'ProgramList'] : [],
    }),
    requestTicket: build.mutation<z.infer<typeof blindSignatureSchema>, Which & { request: TicketRequest }>({
      query: ({ surveyId, request }) => ({ url: at(surveyId, '/tickets'), method: 'POST', body: request }),
      responseSchema: blindSignatureSchema,
    }),
    /** Without a token and without cookies: only the ticket allows the response. */
    submitAnonymously: build.mutation<Receipt, Which & { response: SurveyResponse & { ticket: Ticket } }>({
      query: ({ surveyId, response }) => ({
        url: at(surveyId, '/responses'),
        method: 'POST',
        body: response,
        credentials: 'omit',
      }),
      extraOptions: { isExempt: true },
      responseSchema: responseReceiptSchema,
    }),
    markSurveyAnswered: build.mutation<null, Which>({
      query: ({ surveyId }) => ({
        url: at(surveyId, '/participation'),
        method: 'PUT',
        body: { isAnswered: true },
      }),
      invalidatesTags: (_done, error) => (error ? [] : ['Survey', 'Home', 'Program', 'ProgramList']),
    }),
  }),
});
export const {
  useListSurveysQuery,
  useCreateSurveyMutation,
  useGetAudienceOptionsQuery,
  useGetSurveyQuery,
  useChangeSurveyMutation,
  useMoveSurveyMutation,
  useGetSurveyResultsQuery,
  useExportSurveyResultsMutation,
  useAddSurveyActionMutation,
  useChangeSurveyActionMutation,
  useRemoveSurveyActionMutation,
  useGetParticipationQuery,
  useSaveSurveyDraftMutation,
  useSubmitSurveyMutation,
  useRequestTicketMutation,
  useSubmitAnonymouslyMutation,
} = surveysApi;

/** The current version from a conflict error (409); null for any other error. */
export function conflictingSurveyOf(error: unknown): Survey | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  const conflict = status === 409 ? surveyConflictSchema.safeParse(data) : null;
  return conflict?.success ? conflict.data.theirs : null;
}
