import * as z from 'zod/mini';
import { randomId, singleLineText } from '#contract/text.ts';
import { topicDraftSchema } from './authoring.ts';
import { programFieldsSchema } from './programSetup.ts';

/** Actions on a program other than editing its draft. See docs/decisions/0075-life-of-a-program.md. */

export const programActions = ['pause', 'resume', 'archive', 'restore'] as const;
export type ProgramAction = (typeof programActions)[number];

/** PUT /api/programs/{programId}/state. 409 if `version` is outdated. */
export const programStateSchema = z.object({ version: z.int(), action: z.enum(programActions) });
export type ProgramStateChange = z.infer<typeof programStateSchema>;

/** One effect of a change on learners. */
export const consequenceSchema = z.object({
  kind: z.enum([
    'texts',
    'due',
    'due-removed',
    'topics-added',
    'topics-removed',
    'hidden-from-managers',
    'coaches',
    'coaching-plan',
    'joining',
  ]),
  /** Learners who are affected now. For `coaches`: those without a coach who get one. */
  learners: z.int(),
});
export type Consequence = z.infer<typeof consequenceSchema>;

/** POST /api/programs/{programId}/consequences: what a change of a launched program does. Nothing is changed. */
export const consequencesSchema = z.object({ data: z.array(consequenceSchema) });
export type Consequences = z.infer<typeof consequencesSchema>;

const {
  audience: _audience,
  audienceRule: _audienceRule,
  coachIds: _coachIds,
  topicIds: _topicIds,
  coachLimit: _coachLimit,
  surveyBeforeId: _surveyBeforeId,
  surveyAfterId: _surveyAfterId,
  topicOrder,
  coachingPlan,
  joining,
  ...kept
} = programFieldsSchema.shape;

/**
 * GET /api/programs/{programId}/file and POST /api/programs/imports: a program with its topics, without people and dates, as
 * one file.
 */
export const programFileSchema = z.object({
  format: z.literal('trellis-program'),
  formatVersion: z.literal(1),
  program: z.object({
    ...kept,
    // Files of earlier versions do not have them.
    topicOrder: z.optional(topicOrder),
    coachingPlan: z.optional(coachingPlan),
    joining: z.optional(joining),
  }),
  topics: z
    .array(z.extend(topicDraftSchema, { tags: z.array(singleLineText(40)).check(z.maxLength(10)) }))
    .check(z.maxLength(50, 'cannot be more than 50')),
});
export type ProgramFile = z.infer<typeof programFileSchema>;

export const PROGRAM_FILE_MAX_BYTES = 5 * 1024 * 1024;

/** GET /api/programs/templates */
export const templatesSchema = z.object({
  data: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      purpose: z.string(),
      weeks: z.int(),
      selectionMin: z.int(),
      selectionMax: z.int(),
      topics: z.array(z.object({ title: z.string(), minutes: z.int(), steps: z.int(), sessions: z.int() })),
    }),
  ),
});
export type Templates = z.infer<typeof templatesSchema>;
export type Template = Templates['data'][number];

/** POST /api/programs/from-template: a draft. Topics that the library does not have are added to it. */
export const templateUseSchema = z.object({ template: singleLineText(40), key: z.optional(randomId) });
