import * as z from 'zod/mini';
import { participantSchema } from '#contract/people.ts';
import {
  day,
  instant,
  multiLineText,
  numericId,
  randomId,
  singleLineText,
  untrimmedText,
} from '#contract/text.ts';

/**
 * Creating and launching programs: administrators for everyone, managers for the people below them; 404 for others. See
 * docs/decisions/0065-programs.md.
 */

export const NAME_MAX_LENGTH = 120;
export const PURPOSE_MAX_LENGTH = 600;
export const MAX_TOPICS = 50;
export const MAX_DUE_DAYS = 730;
export const MAX_COACHES = 50;
export const MAX_PLANNED_SESSIONS = 50;
export const MAX_SESSION_DAYS = 180;
export const MAX_COACH_LEARNERS = 500;
export const REVIEW_NOTE_MAX_LENGTH = 500;

/** `fixed`: learners work on their topics in the order of the program, one after another. */
export const topicOrders = ['free', 'fixed'] as const;
/** How people take part without an invitation: not at all, immediately, or after the owner has agreed. */
export const joiningModes = ['invitation', 'open', 'request'] as const;

export const programStatuses = [
  'draft',
  'in_review',
  'scheduled',
  'active',
  'paused',
  'closed',
  'archived',
] as const;
export type ProgramStatus = (typeof programStatuses)[number];

const numberOfTopics = z.int().check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_TOPICS));
const due = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('date'), on: day }),
  /** Number of days after the invitation. */
  z.object({
    kind: z.literal('days'),
    days: z
      .int()
      .check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_DUE_DAYS, `must be at most ${MAX_DUE_DAYS}`)),
  }),
]);

const between = (min: number, max: number) =>
  z.int().check(z.minimum(min, `must be at least ${min}`), z.maximum(max, `must be at most ${max}`));

/** Coaching sessions of each learner, and how many days apart. */
const coachingPlan = z.object({
  sessions: between(1, MAX_PLANNED_SESSIONS),
  everyDays: between(1, MAX_SESSION_DAYS),
});

export const audienceRoles = ['managers', 'others'] as const;
/** Conditions that all have to hold; null: any. */
const audienceRule = z.object({
  /** People with direct reports, or people without. */
  role: z.nullable(z.enum(audienceRoles)),
  /** People who joined the organisation on this day or later. */
  joinedSince: z.nullable(day),
  /** People below this person, at every level. */
  managerId: z.nullable(numericId),
});
export type AudienceRule = z.infer<typeof audienceRule>;

const fields = {
  name: untrimmedText(NAME_MAX_LENGTH),
  purpose: untrimmedText(PURPOSE_MAX_LENGTH),
  /** The topics in the order that learners see. */
  topicIds: z.array(randomId).check(
    z.maxLength(MAX_TOPICS, `cannot be more than ${MAX_TOPICS}`),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'contain a topic twice' }),
  ),
  selectionMin: numberOfTopics,
  selectionMax: numberOfTopics,
  topicOrder: z.enum(topicOrders),
  confirmation: z.enum(['self', 'coach', 'manager']),
  managerVisible: z.boolean(),
  due,
  coachingPlan: z.nullable(coachingPlan),
  joining: z.enum(joiningModes),
  /** Drafts of surveys: sent to each learner after joining, and after completing the program. */
  surveyBeforeId: z.nullable(randomId),
  surveyAfterId: z.nullable(randomId),
  /** Everyone, or the listed people and the members of the listed departments and of all departments below them. */
  audience: z.object({
    everyone: z.boolean(),
    userIds: z.array(numericId).check(z.maxLength(500, 'cannot be more than 500')),
    departmentIds: z.array(numericId).check(z.maxLength(200, 'cannot be more than 200')),
  }),
  /** Only people in the audience who match the rule are invited. Listed people are always invited. */
  audienceRule: z.nullable(audienceRule),
  coachIds: z.array(numericId).check(z.maxLength(MAX_COACHES, `cannot be more than ${MAX_COACHES}`)),
  /** The largest number of learners of one coach; null: any number. */
  coachLimit: z.nullable(between(1, MAX_COACH_LEARNERS)),
};
export const programFieldsSchema = z.object(fields);
export type ProgramFields = z.infer<typeof programFieldsSchema>;

const someFields = z.partial(programFieldsSchema);
export type SomeProgramFields = z.infer<typeof someFields>;

/**
 * POST /api/programs: a new draft. Its name may be empty. A repeated call with the same `key` saves the draft that the first one
 * created.
 */
export const newProgramSchema = z.extend(someFields, { name: fields.name, key: z.optional(randomId) });
export type NewProgram = z.infer<typeof newProgramSchema>;

/**
 * PATCH /api/programs/{programId}: saves the fields that are sent. 409 if `version` is outdated.
 * `isDraft`: the viewer edits a draft. 409 if the program has been launched since.
 */
export const programChangeSchema = z.extend(someFields, {
  version: z.int(),
  isDraft: z.optional(z.boolean()),
});
export type ProgramChange = z.infer<typeof programChangeSchema>;

/** POST /api/programs/{programId}/launch */
export const launchSchema = z.object({ version: z.int() });

/**
 * PUT /api/programs/{programId}/review: the owner of a draft asks the administrators to launch it or
 * withdraws the request, or an administrator sends the draft back. 409 if `version` is outdated.
 */
export const reviewSchema = z.object({
  action: z.enum(['ask', 'withdraw', 'return']),
  version: z.int(),
  /** Required to send the draft back. */
  note: z.nullable(multiLineText(REVIEW_NOTE_MAX_LENGTH)),
});
export type ReviewChange = z.infer<typeof reviewSchema>;

export const libraryTopicSchema = z.object({
  topicId: randomId,
  title: z.string(),
  behaviorName: z.string(),
  /** A published topic whose next version is in review can be used. */
  state: z.enum(['draft', 'published', 'retired']),
  steps: z.int(),
  /** Minutes of the required steps. */
  minutes: z.int(),
});
export type LibraryTopic = z.infer<typeof libraryTopicSchema>;

const surveyName = z.object({ surveyId: randomId, surveyName: z.string() });
const department = z.object({ departmentId: numericId, name: z.string() });

/** GET /api/programs/{programId}/setup */
export const programSetupSchema = z.object({
  programId: randomId,
  status: z.enum(programStatuses),
  version: z.int(),
  ...fields,
  /** Another program that the viewer manages has the same name, regardless of case. Archived ones do not count. */
  isNameUsed: z.boolean(),
  /** True if the program reaches only people below its owner. */
  isForLine: z.boolean(),
  owner: z.nullable(participantSchema),
  changedBy: z.nullable(participantSchema),
  changedAt: instant,
  topics: z.array(libraryTopicSchema),
  /** The people listed in the audience, and the manager named in its rule. */
  people: z.array(participantSchema),
  departments: z.array(department),
  coaches: z.array(participantSchema),
  surveys: z.array(surveyName),
  /** Number of people in the audience now. */
  reach: z.int(),
  /** Includes invited people; excludes people who declined or left. */
  learners: z.optional(z.int()),
  /** The problems that prevent the launch, by field. */
  problems: z.record(z.string(), z.string()),
  /** When the owner asked the administrators to launch the draft, and why they sent it back the last time. */
  review: z.object({ askedAt: z.nullable(instant), note: z.nullable(z.string()) }),
  launch: z.nullable(
    z.object({
      at: instant,
      by: z.nullable(participantSchema),
      total: z.int(),
      invited: z.int(),
      /** People who were never invited: they joined themselves, or their request was accepted. */
      joined: z.int(),
      endedAt: z.nullable(instant),
      /** The invitations stopped, and nothing continues them until the program is launched again. */
      failedAt: z.nullable(instant),
    }),
  ),
  can: z.object({
    edit: z.boolean(),
    /** False if only administrators may launch the program. */
    launch: z.boolean(),
    /** The owner may ask the administrators to launch it. */
    askReview: z.boolean(),
    /** An administrator may send the draft back to its owner. */
    returnReview: z.boolean(),
    /**
     * The viewer may export the program as one file. Only authors can, because the file contains the correct answers.
     */
    export: z.boolean(),
  }),
});
export type ProgramSetup = z.infer<typeof programSetupSchema>;

/**
 * GET /api/programs/options: the topics, departments and settings that the viewer can choose for a new program, or for the
 * program in `programId`.
 */
export const programOptionsQuerySchema = z.object({ programId: z.optional(randomId) });
export type ProgramOptionsQuery = z.infer<typeof programOptionsQuerySchema>;
export const programOptionsSchema = z.object({
  topics: z.array(libraryTopicSchema),
  /** Departments with the number of people who can be invited, and the departments above them. */
  departments: z.array(z.extend(department, { parentId: z.nullable(numericId), people: z.int() })),
  everyone: z.int(),
  /** The drafts of the program's owner that a program can send. */
  surveys: z.array(surveyName),
  /** True if the viewer can invite only people below them. */
  isForLine: z.boolean(),
});
export type ProgramOptions = z.infer<typeof programOptionsSchema>;

/**
 * GET /api/programs/candidates?search=: the first people whom a new program of the viewer can invite, or the program in
 * `programId`.
 */
export const candidatesQuerySchema = z.extend(programOptionsQuerySchema, { search: singleLineText(80) });
export type CandidatesQuery = z.infer<typeof candidatesQuerySchema>;
export const candidatesSchema = z.object({ data: z.array(participantSchema) });

/** GET /api/programs/managed: the programs that the viewer manages, most recently changed first. */
export const managedProgramSchema = z.object({
  programId: randomId,
  name: z.string(),
  status: z.enum(programStatuses),
  owner: z.nullable(participantSchema),
  topics: z.int(),
  /** Includes invited people; excludes people who declined or left. */
  learners: z.int(),
  completed: z.int(),
  changedAt: instant,
  /** A draft that the administrators are asked to launch. */
  isInReview: z.boolean(),
  /** Open requests to join. */
  requests: z.int(),
  /** The viewer may read its insights. */
  hasInsights: z.boolean(),
});
export type ManagedProgram = z.infer<typeof managedProgramSchema>;
export const managedProgramsSchema = z.object({
  data: z.array(managedProgramSchema),
  total: z.int(),
  can: z.object({ create: z.boolean() }),
});
export type ManagedPrograms = z.infer<typeof managedProgramsSchema>;
