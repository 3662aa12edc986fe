import {
  type ChangeResponse,
  type NewNote,
  type NewObjective,
  type Objective,
  type ObjectiveEdit,
  type ObjectiveState,
  type Objectives,
  objectiveConflictSchema,
  objectiveSchema,
  objectivesSchema,
} from '#contract/learning/objectives.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { isOutdated } from '#store/api/isOutdated.ts';

const at = (objectiveId: string, rest = '') => `/objectives/${encodeURIComponent(objectiveId)}${rest}`;
const tagsAfter = (error: unknown) =>
  error
    ? isOutdated(error)
      ? (['Objective', 'Home', 'Team'] as const)
      : []
    : (['Objective', 'Home', 'Team', 'Person', 'Visibility', 'CheckIn'] as const);

/** After a conflict (409), `conflictingVersionOf(error)` returns the current version on the server. */
export const objectivesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listObjectives: build.query<Objectives, void>({
      query: () => '/objectives',
      responseSchema: objectivesSchema,
      providesTags: ['Objective'],
    }),
    getObjective: build.query<Objective, { objectiveId: string }>({
      query: ({ objectiveId }) => at(objectiveId),
      responseSchema: objectiveSchema,
      providesTags: ['Objective'],
    }),
    createObjective: build.mutation<Objective, NewObjective>({
      query: (body) => ({ url: '/objectives', method: 'POST', body }),
      responseSchema: objectiveSchema,
      invalidatesTags: (_objective, error) => tagsAfter(error),
    }),
    editObjective: build.mutation<Objective, { objectiveId: string; edit: ObjectiveEdit }>({
      query: ({ objectiveId, edit }) => ({ url: at(objectiveId), method: 'PUT', body: edit }),
      responseSchema: objectiveSchema,
      invalidatesTags: (_objective, error) => tagsAfter(error),
    }),
    moveObjective: build.mutation<Objective, { objectiveId: string; move: ObjectiveState }>({
      query: ({ objectiveId, move }) => ({ url: at(objectiveId, '/state'), method: 'PUT', body: move }),
      responseSchema: objectiveSchema,
      invalidatesTags: (_objective, error) => tagsAfter(error),
    }),
    addObjectiveNote: build.mutation<Objective, { objectiveId: string; note: NewNote }>({
      query: ({ objectiveId, note }) => ({ url: at(objectiveId, '/notes'), method: 'POST', body: note }),
      responseSchema: objectiveSchema,
      invalidatesTags: (_objective, error) => tagsAfter(error),
    }),
    answerObjectiveChange: build.mutation<
      Objective,
      { objectiveId: string; changeId: string; answer: ChangeResponse }
    >({
      query: ({ objectiveId, changeId, answer }) => ({
        url: at(objectiveId, `/changes/${encodeURIComponent(changeId)}/response`),
        method: 'POST',
        body: answer,
      }),
      responseSchema: objectiveSchema,
      invalidatesTags: (_objective, error) => tagsAfter(error),
    }),
  }),
});
export const {
  useListObjectivesQuery,
  useGetObjectiveQuery,
  useCreateObjectiveMutation,
  useEditObjectiveMutation,
  useMoveObjectiveMutation,
  useAddObjectiveNoteMutation,
  useAnswerObjectiveChangeMutation,
} = objectivesApi;

/** The current version from a conflict error (409); null for any other error. */
export function conflictingVersionOf(error: unknown): Objective | null {
  const { status, data } = (error ?? {}) as { status?: unknown; data?: unknown };
  const conflict = status === 409 ? objectiveConflictSchema.safeParse(data) : null;
  return conflict?.success ? conflict.data.theirs : null;
}
