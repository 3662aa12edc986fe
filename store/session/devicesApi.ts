import { type Device, devicesSchema } from '#contract/access/account.ts';
import { baseApi } from '#store/api/baseApi.ts';

/** The person's devices. The password is changed through the auth port (decision 0003). */
export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDevices: build.query<Device[], void>({
      query: () => '/auth/sessions',
      rawResponseSchema: devicesSchema,
      transformResponse: ({ data }: { data: Device[] }) => data,
      providesTags: ['Device'],
    }),
    signOutDevice: build.mutation<null, { id: string }>({
      query: ({ id }) => ({ url: `/auth/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Device'],
    }),
    signOutOtherDevices: build.mutation<null, void>({
      query: () => ({ url: '/auth/sessions', method: 'DELETE' }),
      invalidatesTags: ['Device'],
    }),
  }),
});
export const { useListDevicesQuery, useSignOutDeviceMutation, useSignOutOtherDevicesMutation } = devicesApi;
