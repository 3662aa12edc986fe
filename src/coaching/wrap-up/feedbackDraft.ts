import * as z from 'zod/mini';
import type { ReadDraft } from '#src/forms/useDraft.ts';
import type { Ratings } from './RatingFields.tsx';

interface FeedbackDraft extends Ratings {
  comment: string;
}
export const EMPTY_FEEDBACK: FeedbackDraft = { comment: '', listened: null, chosen: null, nextStep: null };

const rating = z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(5))));
/** Drafts of earlier versions have only the comment. */
const draftSchema = z.object({
  comment: z.string(),
  listened: rating,
  chosen: rating,
  nextStep: rating,
});

/** The ratings and the comment are kept until they are sent, so that they survive a reload. */
export const readFeedbackDraft: ReadDraft<FeedbackDraft> = (kept) => {
  const { data } = draftSchema.safeParse(kept);
  if (!data) return null;
  const { comment, listened = null, chosen = null, nextStep = null } = data;
  return { comment, listened, chosen, nextStep };
};
