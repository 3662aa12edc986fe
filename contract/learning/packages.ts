import * as z from 'zod/mini';
import { instant, randomId, singleLineText } from '#contract/text.ts';

/** Learning packages: uploaded archives that a step of a topic plays (decision 0083). */

export const PACKAGE_MAX_BYTES = 500 * 1024 * 1024;
/** A file is uploaded in parts of this size; the last one may be smaller. */
export const PACKAGE_PART_BYTES = 4 * 1024 * 1024;

export const packageStates = ['uploading', 'checking', 'ready', 'refused'] as const;
export const packageKinds = ['scorm12', 'scorm2004'] as const;
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
  /** The score from which a SCORM 1.2 package counts as passed, and the one of SCORM 2004, from -1 to 1. */
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
  state: z.enum(packageStates),
  fileName: z.string(),
  size: z.int(),
  /** Bytes that have arrived. The upload continues from here. */
  received: z.int(),
  /** Why the package was refused. Nothing of it is stored. */
  problem: z.nullable(z.string()),
  /** Null until the package is ready. */
  report: z.nullable(packageReportSchema),
  /** External hosts that browsers have blocked while learners used the package. */
  blockedHosts: z.array(z.string()),
  uploadedAt: instant,
});
export type Package = z.infer<typeof packageSchema>;

/** POST /api/packages: starts an upload. */
export const newPackageSchema = z.object({
  fileName: singleLineText(200),
  size: z.int().check(z.minimum(1, 'is empty'), z.maximum(PACKAGE_MAX_BYTES, 'is larger than 500 MB')),
});
export type NewPackage = z.infer<typeof newPackageSchema>;

/** PUT /api/packages/{packageId}/content?offset=: the next part of the file. 409 unless `offset` equals `received`. */
export const packagePartQuerySchema = z.object({
  offset: z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a number of bytes')), z.transform(Number)),
    z.int(),
  ),
});
