import * as z from 'zod/mini';
import {
  type Department,
  type DepartmentChange,
  type DepartmentPage,
  type Departments,
  departmentPageSchema,
  departmentSchema,
  departmentsSchema,
  type NewDepartment,
} from '#contract/administration/departments.ts';
import { baseApi } from '#store/api/baseApi.ts';

interface OneDepartment {
  departmentId: number;
  /** The name before the call, for the toast. */
  name: string;
}
const changed = [
  'Department',
  'AdminPeople',
  'AdminPerson',
  'Admin',
  'People',
  // The department of the viewer.
  'Profile',
] as const;

export const departmentsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDepartments: build.query<Departments, void>({
      query: () => '/admin/departments',
      responseSchema: departmentsSchema,
      providesTags: ['Department'],
    }),
    getDepartment: build.query<DepartmentPage, { departmentId: number }>({
      query: ({ departmentId }) => `/admin/departments/${departmentId}`,
      responseSchema: departmentPageSchema,
      providesTags: ['DepartmentPage'],
    }),
    createDepartment: build.mutation<Department, NewDepartment>({
      query: (body) => ({ url: '/admin/departments', method: 'POST', body }),
      responseSchema: departmentSchema,
      invalidatesTags: ['Department', 'Admin'],
    }),
    changeDepartment: build.mutation<Department, OneDepartment & { change: DepartmentChange }>({
      query: ({ departmentId, change }) => ({
        url: `/admin/departments/${departmentId}`,
        method: 'PATCH',
        body: change,
      }),
      responseSchema: departmentSchema,
      invalidatesTags: [...changed, 'DepartmentPage'],
    }),
    // The page of a merged or deleted department is still shown when the call ends, and must not be requested again.
    mergeDepartment: build.mutation<Department, OneDepartment & { intoId: number }>({
      query: ({ departmentId, intoId }) => ({
        url: `/admin/departments/${departmentId}/merge`,
        method: 'POST',
        body: { intoId },
      }),
      responseSchema: departmentSchema,
      invalidatesTags: [...changed],
    }),
    deleteDepartment: build.mutation<null, OneDepartment>({
      query: ({ departmentId }) => ({ url: `/admin/departments/${departmentId}`, method: 'DELETE' }),
      responseSchema: z.null(),
      invalidatesTags: [...changed],
    }),
  }),
});
export const {
  useListDepartmentsQuery,
  useGetDepartmentQuery,
  useCreateDepartmentMutation,
  useChangeDepartmentMutation,
  useMergeDepartmentMutation,
  useDeleteDepartmentMutation,
} = departmentsApi;
