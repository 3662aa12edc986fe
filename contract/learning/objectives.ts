import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import { problemSchema } from '#contract/problems.ts';
import { day, instant, multiLineText, numericId, randomId, singleLineText } from '#contract/text.ts';

export const OBJECTIVES_MAX_ACTIVE = 5;
/** An active objective without a note for this many days counts as quiet. */
export const OBJECTIVE_QUIET_DAYS = 14;

export const objectiveStates = ['draft', 'active', 'achieved', 'missed', 'dropped'] as const;
/** Who can read it besides the owner: no one, the coaches, or the coaches and the manager. */
export const objectiveVisibilities = ['private', 'coach', 'manager'] as const;

/** A value of a numeric measure. */
export const amount = z
  .number()
  .check(
    z.minimum(-1_000_000_000, 'must be at least −1,000,000,000'),
    z.maximum(1_000_000_000, 'must be at most 1,000,000,000'),
  );
export const measureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: singleLineText(300) }),
  z
    .object({ kind: z.literal('number'), unit: z.nullable(singleLineText(30)), from: amount, to: amount })
    .check(
      z.refine(({ from, to }) => from !== to, {
        error: 'must differ from the start value',
        path: ['to'],
      }),
    ),
]);
export type Measure = z.infer<typeof measureSchema>;

/** The editable fields. POST /api/objectives also requires a state. */
export const objectiveFields = {
  title: singleLineText(120, 5),
  why: z.nullable(multiLineText(300)),
  measure: measureSchema,
  /** At most 2 years from now. */
  dueOn: z.nullable(day),
  ifThenPlan: z.nullable(multiLineText(300)),
  topicId: z.nullable(randomId),
  visibility: z.enum(objectiveVisibilities),
};
export const newObjectiveSchema = z.object({ ...objectiveFields, state: z.enum(['draft', 'active']) });
export type NewObjective = z.infer<typeof newObjectiveSchema>;

/**
 * PUT /api/objectives/{objectiveId}. `version` is the version the edit is based on; if it is outdated, the response is a
 * 409 with `theirs`. A manager must give a reason and cannot change the visibility.
 */
export const objectiveEditSchema = z.object({
  ...objectiveFields,
  version: z.int(),
  reason: z.nullable(multiLineText(300)),
});
export type ObjectiveEdit = z.infer<typeof objectiveEditSchema>;

/** PUT /api/objectives/{objectiveId}/state, for the owner only. */
export const objectiveStateSchema = z.object({
  state: z.enum(objectiveStates),
  isAtRisk: z.boolean(),
  version: z.int(),
});
export type ObjectiveState = z.infer<typeof objectiveStateSchema>;

/** POST /api/objectives/{objectiveId}/notes. Notes are private unless `isShared` is true. */
export const newNoteSchema = z.object({
  text: multiLineText(2_000, 1),
  value: z.nullable(amount),
  isShared: z.boolean(),
});
export type NewNote = z.infer<typeof newNoteSchema>;

export const editableFields = ['title', 'why', 'measure', 'dueOn', 'ifThenPlan', 'topicId'] as const;
export type EditableField = (typeof editableFields)[number];

/** A changed field, with display texts before and after the change. */
export const differenceSchema = z.object({
  field: z.enum(editableFields),
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Difference = z.infer<typeof differenceSchema>;

export const changeResponses = ['pending', 'accepted', 'restored'] as const;
/** An edit. `response` is null for the owner's own edits; edits by the manager are pending until the owner answers. */
export const objectiveChangeSchema = z.object({
  changeId: randomId,
  by: participantSchema,
  at: instant,
  reason: z.nullable(z.string()),
  differences: z.array(differenceSchema),
  response: z.nullable(z.enum(changeResponses)),
  respondedAt: z.nullable(instant),
  can: z.object({ respond: z.boolean() }),
});
export type ObjectiveChange = z.infer<typeof objectiveChangeSchema>;

export const noteSchema = z.object({
  noteId: randomId,
  text: z.string(),
  value: z.nullable(z.number()),
  isShared: z.boolean(),
  at: instant,
  /** A check-in added it, so the readers of that answer can read it there. Missing from servers of an earlier version. */
  fromCheckIn: z.optional(z.boolean()),
});

/** Viewers other than the owner get only shared notes. */
export const objectiveSchema = z.object({
  objectiveId: randomId,
  ownerId: numericId,
  title: z.string(),
  why: z.nullable(z.string()),
  measure: measureSchema,
  /**
   * Present for numeric measures only: the value of the newest note, or `from` without a note, and the percentage of
   * the way (0 to 100).
   */
  standing: z.nullable(z.object({ now: z.number(), percent: z.int() })),
  dueOn: z.nullable(day),
  ifThenPlan: z.nullable(z.string()),
  topicId: z.nullable(randomId),
  topicTitle: z.nullable(z.string()),
  visibility: z.enum(objectiveVisibilities),
  state: z.enum(objectiveStates),
  isAtRisk: z.boolean(),
  isQuiet: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  notes: z.array(noteSchema),
  changes: z.array(objectiveChangeSchema),
  can: z.object({ edit: z.boolean(), move: z.boolean(), note: z.boolean(), needsReason: z.boolean() }),
});
export type Objective = z.infer<typeof objectiveSchema>;

/** GET /api/objectives: the viewer's own, active ones first. `ideas` come from the viewer's selected topics. */
export const objectivesSchema = z.object({
  data: z.array(objectiveSchema),
  ideas: z.array(
    z.object({
      topicId: randomId,
      topicTitle: z.string(),
      title: z.string(),
      ifThenPlan: z.nullable(z.string()),
    }),
  ),
});
export type Objectives = z.infer<typeof objectivesSchema>;

/** POST /api/objectives/{objectiveId}/changes/{changeId}/response: accept the change, or restore the previous version. */
export const changeResponseSchema = z.object({ response: z.enum(['accepted', 'restored']) });
export type ChangeResponse = z.infer<typeof changeResponseSchema>;

/** The 409 response of an edit. `theirs` is the current version on the server. */
export const objectiveConflictSchema = z.object({ ...problemSchema.shape, theirs: objectiveSchema });
export type ObjectiveConflict = z.infer<typeof objectiveConflictSchema>;
