import {
  type BulkChange,
  type BulkChangesQuery,
  type BulkPreview,
  type BulkRequest,
  type BulkResult,
  type BulkUndo,
  bulkChangesSchema,
  bulkPreviewSchema,
  bulkResultSchema,
  bulkUndoSchema,
} from '#contract/administration/bulk.ts';
import {
  type AdminPeople,
  type AdminPeopleFilter,
  type AdminPeopleQuery,
  type AdminPerson,
  adminPeopleSchema,
  adminPersonSchema,
  type NewPeople,
  type NewPeopleResult,
  type NewPerson,
  newPeopleResultSchema,
} from '#contract/administration/peopleAdmin.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { downloadFile } from '#store/api/downloadFile.ts';
import { withQuery } from '#store/api/withQuery.ts';

/** Filters and order of the people. */
export type PeopleFilter = Omit<AdminPeopleQuery, 'after'>;

const BULK = '/admin/people/bulk';
/**
 * The queries whose answers contain people, their departments, managers or states. The viewer may be one of them.
 */
export const tagsOfPeople = [
  'AdminPeople',
  'AdminPerson',
  'Department',
  'DepartmentPage',
  'Admin',
  'People',
  'Home',
  'Team',
  'Person',
  'Profile',
  'CheckIn',
  { type: 'Coaching', id: 'LIST' },
] as const;

export const peopleAdminApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A page parameter is the `next` of the previous page. */
    pagePeople: build.infiniteQuery<AdminPeople, PeopleFilter, string>({
      query: ({ queryArg, pageParam }) => withQuery('/admin/people', { ...queryArg, after: pageParam }),
      responseSchema: adminPeopleSchema,
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      providesTags: ['AdminPeople'],
    }),
    /** The first people whose name or email address starts with the text, for pickers. */
    findPeople: build.query<AdminPeople, { search: string; status?: 'all' }>({
      query: (query) => withQuery('/admin/people', query),
      responseSchema: adminPeopleSchema,
      providesTags: ['AdminPeople'],
    }),
    exportPeople: build.mutation<null, AdminPeopleFilter>({
      queryFn: downloadFile('people.csv', (filter) => ({
        url: withQuery('/admin/people/export', filter),
        method: 'POST',
      })),
      invalidatesTags: ['Audit'],
    }),
    invitePerson: build.mutation<AdminPerson, NewPerson>({
      query: (body) => ({ url: '/admin/people', method: 'POST', body }),
      responseSchema: adminPersonSchema,
      invalidatesTags: [...tagsOfPeople],
    }),
    invitePeople: build.mutation<NewPeopleResult, NewPeople>({
      query: (body) => ({ url: '/admin/people/invitations', method: 'POST', body }),
      responseSchema: newPeopleResultSchema,
      invalidatesTags: [...tagsOfPeople],
    }),
    /** A query, because it changes nothing. */
    previewBulk: build.query<BulkPreview, BulkRequest>({
      query: (body) => ({ url: `${BULK}/preview`, method: 'POST', body }),
      responseSchema: bulkPreviewSchema,
      providesTags: ['AdminPeople'],
      keepUnusedDataFor: 0,
    }),
    applyBulk: build.mutation<BulkResult, BulkRequest>({
      query: (body) => ({ url: BULK, method: 'POST', body }),
      responseSchema: bulkResultSchema,
      invalidatesTags: [...tagsOfPeople, 'BulkChange'],
    }),
    listUndoable: build.query<{ data: BulkChange[] }, BulkChangesQuery>({
      query: (query) => withQuery(BULK, query),
      responseSchema: bulkChangesSchema,
      providesTags: ['BulkChange'],
    }),
    undoBulk: build.mutation<BulkUndo, { bulkId: string }>({
      query: ({ bulkId }) => ({ url: `${BULK}/${bulkId}/undo`, method: 'POST' }),
      responseSchema: bulkUndoSchema,
      invalidatesTags: [...tagsOfPeople, 'BulkChange'],
    }),
  }),
});
export const {
  usePagePeopleInfiniteQuery,
  useFindPeopleQuery,
  useExportPeopleMutation,
  useInvitePersonMutation,
  useInvitePeopleMutation,
  usePreviewBulkQuery,
  useApplyBulkMutation,
  useListUndoableQuery,
  useUndoBulkMutation,
} = peopleAdminApi;
