import {
  type AdminPerson,
  type AdminPersonPage,
  adminPersonPageSchema,
  adminPersonSchema,
  type PersonChange,
} from '#contract/administration/peopleAdmin.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { tagsOfPeople } from './peopleAdminApi.ts';

interface OfPerson {
  userId: number;
}
const pathOf = ({ userId }: OfPerson) => `/admin/people/${userId}`;
/** A refused change may mean that the page is out of date, so the page is also loaded again then. */
const tags = ['AdminPerson', 'AdminPeople'] as const;

export const personApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getAdminPerson: build.query<AdminPersonPage, OfPerson>({
      query: pathOf,
      responseSchema: adminPersonPageSchema,
      providesTags: ['AdminPerson'],
    }),
    changePerson: build.mutation<AdminPerson, OfPerson & { change: PersonChange }>({
      query: ({ userId, change }) => ({ url: pathOf({ userId }), method: 'PATCH', body: change }),
      responseSchema: adminPersonSchema,
      invalidatesTags: [...tagsOfPeople],
    }),
    resendInvitation: build.mutation<AdminPerson, OfPerson>({
      query: (person) => ({ url: `${pathOf(person)}/invitation`, method: 'POST' }),
      responseSchema: adminPersonSchema,
      invalidatesTags: [...tags],
    }),
    withdrawInvitation: build.mutation<AdminPerson, OfPerson>({
      query: (person) => ({ url: `${pathOf(person)}/invitation`, method: 'DELETE' }),
      responseSchema: adminPersonSchema,
      invalidatesTags: [...tags],
    }),
    sendPasswordReset: build.mutation<AdminPerson, OfPerson>({
      query: (person) => ({ url: `${pathOf(person)}/password-reset`, method: 'POST' }),
      responseSchema: adminPersonSchema,
      invalidatesTags: [...tags],
    }),
    unlockSignIn: build.mutation<null, OfPerson>({
      query: (person) => ({ url: `${pathOf(person)}/unlock`, method: 'POST' }),
      invalidatesTags: [...tags],
    }),
  }),
});
export const {
  useGetAdminPersonQuery,
  useChangePersonMutation,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
  useSendPasswordResetMutation,
  useUnlockSignInMutation,
} = personApi;
