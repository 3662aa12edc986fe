import * as z from 'zod/mini';
import { instant } from '#contract/text.ts';

/** What authors can upload for the steps of a topic, and what learners get from it (decision 0123). */

export const uploadPurposes = ['package', 'video', 'captions', 'file', 'image'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

const MB = 1024 * 1024;
interface UploadLimits {
  /** Accepted file name extensions. The check compares them with the content. */
  types: readonly string[];
  maxMegabytes: number;
}
export const uploadLimits: Record<UploadPurpose, UploadLimits> = {
  package: { types: ['zip', 'h5p'], maxMegabytes: 500 },
  video: { types: ['mp4', 'm4v', 'webm'], maxMegabytes: 500 },
  captions: { types: ['vtt'], maxMegabytes: 1 },
  file: {
    types: 'pdf docx xlsx pptx odt ods odp txt csv png jpg jpeg webp mp3 m4a'.split(' '),
    maxMegabytes: 100,
  },
  image: { types: ['png', 'jpg', 'jpeg', 'webp'], maxMegabytes: 10 },
};
export const UPLOAD_MAX_BYTES = 500 * MB;

export const extensionOf = (fileName: string) =>
  /\.([a-z0-9]{1,5})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';

/** The problems of a file before it is uploaded, by field; empty if there are none. */
export function findUploadProblems(
  purpose: UploadPurpose,
  { fileName, size }: { fileName: string; size: number },
): { fileName?: string; size?: string } {
  const { types, maxMegabytes } = uploadLimits[purpose];
  return {
    ...(!types.includes(extensionOf(fileName)) && {
      fileName: `must end with ${types.map((type) => `.${type}`).join(', ')}`,
    }),
    ...(size === 0 && { size: 'is empty' }),
    ...(size > maxMegabytes * MB && { size: `is larger than ${maxMegabytes} MB` }),
  };
}

/** An upload that the steps of a topic use, for authors. */
export const topicUploadSchema = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  size: z.int(),
  seconds: z.nullable(z.number()),
  uploadedAt: instant,
});
export type TopicUpload = z.infer<typeof topicUploadSchema>;

/** A part of a video that was played, in seconds from its start. */
const watchedPart = z.tuple([
  z.number().check(z.minimum(0), z.maximum(1e6)),
  z.number().check(z.minimum(0), z.maximum(1e6)),
]);
export type WatchedPart = z.infer<typeof watchedPart>;
export const MAX_WATCHED_PARTS = 200;

/** The file of a file or video step. */
export const stepFileSchema = z.object({
  fileName: z.string(),
  size: z.int(),
  /** Set only for videos: the length, and how much of it the learner has watched, in percent. */
  video: z.nullable(z.object({ seconds: z.number(), watched: z.int() })),
});
export type StepFile = z.infer<typeof stepFileSchema>;

/**
 * POST /api/programs/{programId}/steps/{stepKey}/file/openings, and GET for authors and in previews: the addresses from
 * which the browser loads the file. They are valid for some hours.
 */
export const openedFileSchema = z.object({
  address: z.string(),
  /** Set only for videos. */
  captions: z.nullable(z.string()),
  /** Where the learner stopped, in seconds. */
  position: z.number(),
});
export type OpenedFile = z.infer<typeof openedFileSchema>;

/** PUT /api/programs/{programId}/steps/{stepKey}/video: what the browser has played since the page was loaded. */
export const videoProgressSchema = z.object({
  watched: z.array(watchedPart).check(z.maxLength(MAX_WATCHED_PARTS)),
  position: z.number().check(z.minimum(0), z.maximum(1e6)),
});
export type VideoProgress = z.infer<typeof videoProgressSchema>;

/** The parts in order, without overlaps, and within the length of the video. */
export function mergeParts(parts: readonly WatchedPart[], seconds: number): WatchedPart[] {
  const sorted = parts
    .map(([from, to]): WatchedPart => [from, Math.min(to, seconds)])
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
  const merged: WatchedPart[] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The longest parts, as many as can be stored. */
export const longestParts = (parts: readonly WatchedPart[]): WatchedPart[] =>
  [...parts]
    .sort(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, MAX_WATCHED_PARTS)
    .sort(([a], [b]) => a - b);

export const secondsOf = (parts: readonly WatchedPart[]) =>
  parts.reduce((sum, [from, to]) => sum + to - from, 0);

/** The watched share in percent, rounded down. */
export const watchedPercent = (parts: readonly WatchedPart[], seconds: number) =>
  seconds > 0 ? Math.min(100, Math.floor((100 * secondsOf(mergeParts(parts, seconds))) / seconds)) : 0;
