import {
  type CurrentImport,
  currentImportSchema,
  type ImportApply,
  type ImportCheck,
  type ImportRevert,
  type ImportRows,
  type ImportRowsQuery,
  importRevertSchema,
  importRowsSchema,
  type PeopleImport,
  peopleImportSchema,
} from '#contract/administration/import.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { downloadFile } from '#store/api/downloadFile.ts';
import { invalidateOnChange } from '#store/api/invalidateOnChange.ts';
import { withQuery } from '#store/api/withQuery.ts';
import { tagsOfPeople } from './peopleAdminApi.ts';

interface OfImport {
  importId: string;
}
const pathOf = ({ importId }: OfImport, action = '') => `/admin/people/import/${importId}${action}`;
/** A refused call may mean that the import is in another state, so the import is also loaded again then. */
const tags = ['PeopleImport'] as const;

const isChanging = (one: PeopleImport | null) => one?.state === 'applying' || one?.state === 'reverting';
/** The server works on an import, or on its revert, after its response. */
const hasEnded = (before: PeopleImport | null, after: PeopleImport | null) =>
  isChanging(before) && !isChanging(after);

export const peopleImportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCurrentImport: build.query<CurrentImport, void>({
      query: () => '/admin/people/import',
      responseSchema: currentImportSchema,
      providesTags: [...tags],
      onQueryStarted: invalidateOnChange(
        (before: CurrentImport, after: CurrentImport) => hasEnded(before.data, after.data),
        () => tagsOfPeople,
      ),
    }),
    getImport: build.query<PeopleImport, OfImport>({
      query: (one) => pathOf(one),
      responseSchema: peopleImportSchema,
      providesTags: [...tags],
      onQueryStarted: invalidateOnChange(hasEnded, () => tagsOfPeople),
    }),
    uploadImport: build.mutation<PeopleImport, File>({
      query: (file) => ({
        url: withQuery('/admin/people/import', { fileName: file.name.slice(0, 200) }),
        method: 'POST',
        body: file,
        headers: { 'content-type': 'text/csv' },
      }),
      responseSchema: peopleImportSchema,
      invalidatesTags: [...tags],
    }),
    checkImport: build.mutation<PeopleImport, OfImport & ImportCheck>({
      query: ({ importId, ...body }) => ({ url: pathOf({ importId }, '/check'), method: 'POST', body }),
      responseSchema: peopleImportSchema,
      invalidatesTags: [...tags],
    }),
    applyImport: build.mutation<PeopleImport, OfImport & ImportApply>({
      query: ({ importId, ...body }) => ({ url: pathOf({ importId }, '/apply'), method: 'POST', body }),
      responseSchema: peopleImportSchema,
      invalidatesTags: [...tags],
    }),
    cancelImport: build.mutation<PeopleImport, OfImport>({
      query: (one) => ({ url: pathOf(one, '/cancel'), method: 'POST' }),
      responseSchema: peopleImportSchema,
      invalidatesTags: [...tags],
    }),
    getImportRevert: build.query<ImportRevert, OfImport>({
      query: (one) => pathOf(one, '/revert'),
      responseSchema: importRevertSchema,
      providesTags: [...tags],
      keepUnusedDataFor: 0,
    }),
    revertImport: build.mutation<PeopleImport, OfImport>({
      query: (one) => ({ url: pathOf(one, '/revert'), method: 'POST' }),
      responseSchema: peopleImportSchema,
      invalidatesTags: [...tags],
    }),
    /** A page parameter is the `next` of the previous page. */
    pageImportRows: build.infiniteQuery<
      ImportRows,
      OfImport & { outcome: ImportRowsQuery['outcome'] },
      string
    >({
      query: ({ queryArg: { importId, outcome }, pageParam }) =>
        withQuery(pathOf({ importId }, '/rows'), { outcome, after: pageParam }),
      responseSchema: importRowsSchema,
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: [...tags],
    }),
    saveFaultyRows: build.mutation<null, OfImport>({
      queryFn: downloadFile('rows-with-errors.csv', (one) => ({ url: pathOf(one, '/errors.csv') })),
    }),
  }),
});
export const {
  useGetCurrentImportQuery,
  useGetImportQuery,
  useUploadImportMutation,
  useCheckImportMutation,
  useApplyImportMutation,
  useCancelImportMutation,
  useGetImportRevertQuery,
  useRevertImportMutation,
  usePageImportRowsInfiniteQuery,
  useSaveFaultyRowsMutation,
} = peopleImportApi;
