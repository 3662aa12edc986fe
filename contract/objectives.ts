import * as z from 'zod/mini';
import { problemSchema } from './problems.ts';
import { participantSchema } from './programs.ts';
import { day, instant, lineOfText, longText, numericId, randomId } from './text.ts';

export const OBJECTIVES_MAX_ACTIVE = 5;
/** No note for so long, and an active objective counts as gone quiet. */
export const OBJECTIVE_QUIET_DAYS = 14;

export const objectiveStates = ['draft', 'active', 'achieved', 'missed', 'dropped'] as const;
/** Who may read it beside its owner: nobody, the coaches, the coaches and the manager. */
export const objectiveVisibilities = ['private', 'coach', 'manager'] as const;

/** A number has somewhere to start and to end. `now` is what the newest note said, else `from`. */
const amount = z.number().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000));
export const measureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: lineOfText(300) }),
  z.object({ kind: z.literal('number'), unit: z.nullable(lineOfText(30)), from: amount, to: amount }).check(
    z.refine(({ from, to }) => from !== to, {
      error: 'must end somewhere else than it starts',
      path: ['to'],
    }),
  ),
]);
export type Measure = z.infer<typeof measureSchema>;

/** What can be edited. POST /api/objectives takes it with a state. */
export const objectiveFields = {
  title: lineOfText(120, 5),
  why: z.nullable(longText(300)),
  measure: measureSchema,
  /** At most two years from now. */
  dueOn: z.nullable(day),
  ifThenPlan: z.nullable(longText(300)),
  topicId: z.nullable(randomId),
  visibility: z.enum(objectiveVisibilities),
};
export const newObjectiveSchema = z.object({ ...objectiveFields, state: z.enum(['draft', 'active']) });
export type NewObjective = z.infer<typeof newObjectiveSchema>;

/**
 * PUT /api/objectives/{objectiveId}. `version` is what was read: a change in between is a 409 with `theirs`. The manager
 * gives a reason and leaves the visibility as it is.
 */
export const objectiveEditSchema = z.object({
  ...objectiveFields,
  version: z.int(),
  reason: z.nullable(longText(300)),
});
export type ObjectiveEdit = z.infer<typeof objectiveEditSchema>;

/** PUT /api/objectives/{objectiveId}/state, by its owner. */
export const objectiveStateSchema = z.object({
  state: z.enum(objectiveStates),
  isAtRisk: z.boolean(),
  version: z.int(),
});
export type ObjectiveState = z.infer<typeof objectiveStateSchema>;

/** POST /api/objectives/{objectiveId}/notes: how it goes. Kept by default, shared by choice. */
export const newNoteSchema = z.object({
  text: longText(2_000, 1),
  value: z.nullable(amount),
  isShared: z.boolean(),
});
export type NewNote = z.infer<typeof newNoteSchema>;

export const editableFields = ['title', 'why', 'measure', 'dueOn', 'ifThenPlan', 'topicId'] as const;
export type EditableField = (typeof editableFields)[number];

/** One field that was changed, before and after in words as a screen shows them. */
export const differenceSchema = z.object({
  field: z.enum(editableFields),
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type Difference = z.infer<typeof differenceSchema>;

export const changeResponses = ['pending', 'accepted', 'disputed', 'restored'] as const;
/** An edit. The owner's own need no answer (`response` null); the manager's stay marked until they are answered. */
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
});

/** As the viewer may see it: another person gets the shared notes only. */
export const objectiveSchema = z.object({
  objectiveId: randomId,
  ownerId: numericId,
  title: z.string(),
  why: z.nullable(z.string()),
  measure: measureSchema,
  /** For a measure in numbers: where it stands, and how much of the way that is (0 to 100, further is 100). */
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

/** GET /api/objectives: the viewer's own, those that run first; `ideas` come from the topics they chose. */
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

/** POST /api/objectives/{objectiveId}/changes/{changeId}/response: accept, discuss, or put back what was there. */
export const changeResponseSchema = z.object({ response: z.enum(['accepted', 'disputed', 'restored']) });
export type ChangeResponse = z.infer<typeof changeResponseSchema>;

/** The 409 of an edit: what is there now. The reader knows what they began with and what they wrote. */
export const objectiveConflictSchema = z.object({ ...problemSchema.shape, theirs: objectiveSchema });
export type ObjectiveConflict = z.infer<typeof objectiveConflictSchema>;
