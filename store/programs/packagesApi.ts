import type * as z from 'zod/mini';
import {
  type NewPackage,
  type newLaunchSchema,
  type Package,
  type PackageLaunch,
  type PackageResult,
  packageLaunchSchema,
  type packageProblemSchema,
  packageSchema,
} from '#contract/learning/packages.ts';
import { type Program, programSchema } from '#contract/learning/programs.ts';
import { type OpenedFile, openedFileSchema, type VideoProgress } from '#contract/learning/uploads.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { updateCacheAfter } from '#store/api/updateCacheAfter.ts';
import { withQuery } from '#store/api/withQuery.ts';
import { cacheProgram } from './programsApi.ts';

interface StepOfProgram {
  programId: string;
  stepKey: string;
}
const stepPath = ({ programId, stepKey }: StepOfProgram, rest: string) =>
  `/programs/${encodeURIComponent(programId)}/steps/${encodeURIComponent(stepKey)}/${rest}`;
const at = (step: StepOfProgram, rest: string) => stepPath(step, `package/${rest}`);
const pathOf = (packageId: string, rest = '') => `/packages/${encodeURIComponent(packageId)}${rest}`;
const cachePackage = updateCacheAfter((dispatch, one: Package) => {
  void dispatch(packagesApi.util.upsertQueryData('getPackage', { packageId: one.packageId }, one));
});

/** Packages, step files and step videos: uploading them as an author, and using them as a learner. */
export const packagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPackage: build.query<Package, { packageId: string }>({
      query: ({ packageId }) => pathOf(packageId),
      responseSchema: packageSchema,
    }),
    startUpload: build.mutation<Package, NewPackage>({
      query: (body) => ({ url: '/packages', method: 'POST', body }),
      responseSchema: packageSchema,
      onQueryStarted: cachePackage,
    }),
    uploadPart: build.mutation<Package, { packageId: string; offset: number; content: Blob }>({
      query: ({ packageId, offset, content }) => ({
        url: withQuery(pathOf(packageId, '/content'), { offset: String(offset) }),
        method: 'PUT',
        body: content,
        headers: { 'content-type': 'application/octet-stream' },
      }),
      responseSchema: packageSchema,
      onQueryStarted: cachePackage,
    }),
    abandonUpload: build.mutation<null, { packageId: string }>({
      query: ({ packageId }) => ({ url: pathOf(packageId), method: 'DELETE' }),
    }),
    launchPackage: build.mutation<PackageLaunch, StepOfProgram & z.infer<typeof newLaunchSchema>>({
      query: ({ isNewAttempt, ...step }) => ({
        url: at(step, 'launches'),
        method: 'POST',
        body: { isNewAttempt },
      }),
      responseSchema: packageLaunchSchema,
      // Opening it can complete its step.
      invalidatesTags: (_launch, error, { programId }) => [
        { type: 'Program', id: programId },
        ...(error ? [] : (['ProgramList', 'Home'] as const)),
      ],
    }),
    savePackageResult: build.mutation<Program, StepOfProgram & { result: PackageResult }>({
      query: ({ result, ...step }) => ({ url: at(step, 'results'), method: 'POST', body: result }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (_program, error, { programId }) =>
        error ? [] : ['ProgramList', 'Home', { type: 'Why', id: programId }],
    }),
    /** The addresses expire, so they are requested each time. */
    openStepFile: build.mutation<OpenedFile, StepOfProgram>({
      query: ({ programId, stepKey }) => ({
        url: stepPath({ programId, stepKey }, 'file/openings'),
        method: 'POST',
      }),
      responseSchema: openedFileSchema,
      invalidatesTags: (opened, _error, { programId }) =>
        opened
          ? ['ProgramList', 'Home', ...(['Program', 'Why'] as const).map((type) => ({ type, id: programId }))]
          : [],
    }),
    saveVideoProgress: build.mutation<Program, StepOfProgram & { progress: VideoProgress }>({
      query: ({ progress, ...step }) => ({ url: stepPath(step, 'video'), method: 'PUT', body: progress }),
      responseSchema: programSchema,
      onQueryStarted: cacheProgram,
      invalidatesTags: (program, _error, { programId }) =>
        program ? ['ProgramList', 'Home', { type: 'Why', id: programId }] : [],
    }),
    openPreviewFile: build.mutation<OpenedFile, StepOfProgram>({
      query: ({ programId, stepKey }) =>
        `/programs/${encodeURIComponent(programId)}/preview/steps/${encodeURIComponent(stepKey)}/file`,
      responseSchema: openedFileSchema,
    }),
    openUpload: build.mutation<OpenedFile, { packageId: string }>({
      query: ({ packageId }) => pathOf(packageId, '/address'),
      responseSchema: openedFileSchema,
    }),
    reportTooLarge: build.mutation<null, StepOfProgram & z.infer<typeof packageProblemSchema>>({
      query: ({ programId, stepKey, ...body }) => ({
        url: at({ programId, stepKey }, 'problems'),
        method: 'POST',
        body,
      }),
    }),
  }),
});
export const {
  useGetPackageQuery,
  useStartUploadMutation,
  useUploadPartMutation,
  useAbandonUploadMutation,
  useLaunchPackageMutation,
  useSavePackageResultMutation,
  useReportTooLargeMutation,
  useOpenStepFileMutation,
  useSaveVideoProgressMutation,
  useOpenPreviewFileMutation,
  useOpenUploadMutation,
} = packagesApi;
