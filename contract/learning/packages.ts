import * as z from 'zod/mini';
import { instant, randomId, singleLineText, untrimmedText } from '#contract/text.ts';
import { UPLOAD_MAX_BYTES, uploadPurposes } from './uploads.ts';

/** Uploads of authors (decisions 0083 and 0123), and learning packages, which are the largest of them. */

/** A file is uploaded in parts of this size; the last one may be smaller. */
export const PACKAGE_PART_BYTES = 4 * 1024 * 1024;

export const packageStates = ['uploading', 'checking', 'ready', 'refused'] as const;
export const packageKinds = ['scorm12', 'scorm2004', 'h5p'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** What a package can report. `opened`: nothing, so the step is done when the learner opens the package. */
export const trackedValues = ['completion', 'success', 'score', 'position', 'time'] as const;
export type TrackedValue = (typeof trackedValues)[number];

/** The result of the check of a package. */
export const packageReportSchema = z.object({
  kind: z.enum(packageKinds),
  title: z.string(),
  /** The file that is opened first, with its query. */
  launch: z.string(),
  /** Passed to the package when it starts. */
  launchData: z.nullable(z.string()),
  /** The scores from which a package counts as passed. The score of SCORM 2004 is between -1 and 1. */
  passingScore: z.nullable(z.number()),
  /** The values whose names occur in the code of the package. Empty: the package reports nothing. */
  tracks: z.array(z.enum(trackedValues)),
  files: z.int(),
  /** Bytes after unpacking. */
  bytes: z.int(),
  /** Hosts whose addresses occur in its files. Browsers block all of them. */
  hosts: z.array(z.string()),
});
export type PackageReport = z.infer<typeof packageReportSchema>;

/** GET /api/packages/{packageId} */
export const packageSchema = z.object({
  packageId: randomId,
  purpose: z.enum(uploadPurposes),
  state: z.enum(packageStates),
  fileName: z.string(),
  size: z.int(),
  /** Bytes that have arrived. The upload continues from here. */
  received: z.int(),
  /** Why the file was refused. None of it is stored. */
  problem: z.nullable(z.string()),
  /** The length of a video. Null for other files, and until the video is ready. */
  seconds: z.nullable(z.number()),
  /** Null until the package is ready, and for other files. */
  report: z.nullable(packageReportSchema),
  /** External hosts that browsers have blocked while learners used the package. */
  blockedHosts: z.array(z.string()),
  /** The largest position that the package has tried to store, if it was refused. */
  refusedLength: z.nullable(z.int()),
  uploadedAt: instant,
});
export type Package = z.infer<typeof packageSchema>;

/** POST /api/packages: starts an upload. The type and the largest size depend on its purpose. */
export const newPackageSchema = z.object({
  purpose: z._default(z.enum(uploadPurposes), 'package'),
  fileName: singleLineText(200),
  size: z.int().check(z.minimum(1, 'is empty'), z.maximum(UPLOAD_MAX_BYTES, 'is larger than 500 MB')),
});
export type NewPackage = z.input<typeof newPackageSchema>;

/** PUT /api/packages/{packageId}/content?offset=: the next part of the file. 409 unless `offset` equals `received`. */
export const packagePartQuerySchema = z.object({
  offset: z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a number of bytes')), z.transform(Number)),
    z.int(),
  ),
});

/** Longest position that a package may store. Both SCORM versions allow about this much. */
export const SUSPEND_DATA_MAX = 64_000;

const scoreNumber = z.nullable(z.number().check(z.minimum(-1e9), z.maximum(1e9)));
const resultFields = {
  completion: z.enum(['unknown', 'incomplete', 'completed']),
  success: z.enum(['unknown', 'passed', 'failed']),
  /** `scaled` is from -1 to 1. */
  score: z.nullable(
    z.object({
      raw: scoreNumber,
      min: scoreNumber,
      max: scoreNumber,
      scaled: z.nullable(z.number().check(z.minimum(-1), z.maximum(1))),
    }),
  ),
};

/** What a package has reported in an attempt, as learners see it. */
export const packageAttemptSchema = z.object({
  ...resultFields,
  /** Number of the attempt. "Start again" begins the next one. */
  n: z.int(),
  seconds: z.int(),
  updatedAt: instant,
});
export type PackageAttempt = z.infer<typeof packageAttemptSchema>;

/** A package in a step of a learner. */
export const stepPackageSchema = z.object({
  kind: z.enum(packageKinds),
  title: z.string(),
  tracks: z.array(z.enum(trackedValues)),
  /** The newest attempt. */
  attempt: z.nullable(packageAttemptSchema),
});
export type StepPackage = z.infer<typeof stepPackageSchema>;

/** POST /api/programs/{programId}/steps/{stepKey}/package/launches: opens the package, or starts a new attempt. */
export const newLaunchSchema = z.object({ isNewAttempt: z.boolean() });

/** Everything that the player needs. The address is valid for some hours. */
export const packageLaunchSchema = z.object({
  /** A later launch of the same step ends this one. */
  launchId: randomId,
  kind: z.enum(packageKinds),
  title: z.string(),
  /** Origin of the player and the files. Messages from other origins are ignored. */
  origin: z.string(),
  player: z.string(),
  /** The first page, as a path at the origin. */
  page: z.string(),
  launchData: z.nullable(z.string()),
  passingScore: z.nullable(z.number()),
  data: z.object({
    ...resultFields,
    /** A pseudonym: packages get neither name nor address. */
    learnerKey: z.string(),
    location: z.string(),
    suspendData: z.string(),
    totalSeconds: z.int(),
    isResumed: z.boolean(),
  }),
});
export type PackageLaunch = z.infer<typeof packageLaunchSchema>;

const reportedResult = {
  ...resultFields,
  location: untrimmedText(1_000),
  suspendData: untrimmedText(SUSPEND_DATA_MAX),
  /** Time since the launch. */
  seconds: z.number().check(z.minimum(0), z.maximum(360_000)),
};
/** POST /api/programs/{programId}/steps/{stepKey}/package/results: the last state that the package reported. */
export const packageResultSchema = z.object({ launchId: randomId, ...reportedResult });
export type PackageResult = z.infer<typeof packageResultSchema>;

/** POST /api/programs/{programId}/steps/{stepKey}/package/problems: the package tried to store too much. */
export const packageProblemSchema = z.object({
  launchId: randomId,
  length: z.int().check(z.minimum(1), z.maximum(1e9)),
});

/** A package that reports neither completion nor success is done when the learner opens it. */
export const isDoneWhenOpened = ({ tracks }: Pick<PackageReport, 'tracks'>) =>
  !tracks.includes('completion') && !tracks.includes('success');

/** Whether a reported result completes the step: passed, or completed and not failed. */
export const isPackageDone = ({ completion, success }: Pick<PackageResult, 'completion' | 'success'>) =>
  success === 'passed' || (completion === 'completed' && success !== 'failed');

/** Messages of the player in the frame. The package can forge them, so they are checked like any input. */
export const playerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('loaded') }),
  z.object({ type: z.literal('result'), result: z.object(reportedResult) }),
  z.object({ type: z.literal('too-large'), length: z.int().check(z.minimum(1), z.maximum(1e9)) }),
  z.object({ type: z.literal('saved') }),
  z.object({ type: z.literal('ended') }),
]);
