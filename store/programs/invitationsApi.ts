import {
  type InvitablePeople,
  type InvitablePrograms,
  type Invitations,
  type Invited,
  invitablePeopleSchema,
  invitableProgramsSchema,
  invitedSchema,
} from '#contract/notifications/invitations.ts';
import type { PageQuery } from '#contract/paging.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { pageOptions, withPage } from '#store/api/pages.ts';

/** Programs and people the viewer can invite, and the invitations. */
export const invitationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    pageInvitablePrograms: build.infiniteQuery<InvitablePrograms, void, PageQuery>({
      query: ({ pageParam }) => withPage('/programs/invitable', pageParam),
      responseSchema: invitableProgramsSchema,
      infiniteQueryOptions: pageOptions,
      providesTags: ['ManagedPrograms'],
    }),
    /** `search` is the start of a name or email. If it is empty, the list starts with the first people. */
    findInvitable: build.query<InvitablePeople, { programId: string; search: string }>({
      query: ({ programId, search }) =>
        `/programs/${encodeURIComponent(programId)}/invitable?search=${encodeURIComponent(search)}`,
      responseSchema: invitablePeopleSchema,
      providesTags: ['Team'],
    }),
    invite: build.mutation<Invited, { programId: string; invitations: Invitations }>({
      query: ({ programId, invitations }) => ({
        url: `/programs/${encodeURIComponent(programId)}/invitations`,
        method: 'POST',
        body: invitations,
      }),
      responseSchema: invitedSchema,
      invalidatesTags: (_invited, error) =>
        error
          ? []
          : [
              'Team',
              'Home',
              'Person',
              'Admin',
              'ManagedPrograms',
              'ProgramSetup',
              'JoinRequests',
              'Insights',
              { type: 'Coaching', id: 'LIST' },
            ],
    }),
  }),
});
export const { usePageInvitableProgramsInfiniteQuery, useFindInvitableQuery, useInviteMutation } =
  invitationsApi;
