import * as z from 'zod/mini';
import { PASSWORD_MAX_LENGTH } from '#contract/limits.ts';
import { participantSchema } from '#contract/people.ts';
import { instant, randomId } from '#contract/text.ts';

/** Delay between an erasure request and the start of the erasure. */
export const ERASURE_WAIT_MS = 14 * 24 * 60 * 60_000;
/** How long an export can be downloaded. */
export const EXPORT_KEPT_MS = 7 * 24 * 60 * 60_000;
/** Time limit for preparing an export. */
export const EXPORT_DUE_MS = 30 * 24 * 60 * 60_000;

const state = z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']);

/** A copy of the person's data. */
export const exportSchema = z.object({
  requestId: randomId,
  state,
  requestedAt: instant,
  percent: z.int(),
  readyAt: z.nullable(instant),
  availableUntil: z.nullable(instant),
  bytes: z.nullable(z.int()),
  fileName: z.string(),
});
export type DataExport = z.infer<typeof exportSchema>;

export const erasureSchema = z.object({ requestId: randomId, state, requestedAt: instant, dueAt: instant });
export type Erasure = z.infer<typeof erasureSchema>;

/**
 * How the person confirms an erasure: with the password; without anything, because they signed in minutes ago; or, if
 * they have no working password, with a new sign-in by single sign-on or passkey, or else with a password that they set
 * by mail.
 */
export const confirmation = z.enum(['password', 'none', 'sign-on', 'passkey', 'password-reset']);
export type Confirmation = z.infer<typeof confirmation>;

/** Days for which the organisation keeps data. Null: until the person is erased. */
const keptForSchema = z.object({
  checkInDays: z.nullable(z.int()),
  deactivatedDays: z.nullable(z.int()),
  mailRecordDays: z.int(),
  linkRecordDays: z.int(),
});
export type KeptFor = z.infer<typeof keptForSchema>;

/**
 * GET /api/data-requests: the newest available export, the pending erasure, and how long data is kept.
 * `erasureFailedAt`: when the newest erasure was due, if it was not possible.
 */
export const ownDataRequestsSchema = z.object({
  export: z.nullable(exportSchema),
  erasure: z.nullable(erasureSchema),
  erasureFailedAt: z.optional(z.nullable(instant)),
  confirmation,
  keptFor: keptForSchema,
});
export type OwnDataRequests = z.infer<typeof ownDataRequestsSchema>;

/** POST /api/data-requests/erasure. Contains the password if the person confirms with it. */
export const erasureRequestSchema = z.object({
  currentPassword: z.optional(
    z
      .string()
      .check(
        z.minLength(1, 'is missing'),
        z.maxLength(PASSWORD_MAX_LENGTH, `is longer than ${PASSWORD_MAX_LENGTH} characters`),
      ),
  ),
});

/** GET /api/admin/data-requests: open requests first, by deadline. */
const dataRequestSchema = z.object({
  requestId: randomId,
  kind: z.enum(['export', 'erasure']),
  state,
  person: participantSchema,
  /** Whether the settings caused the erasure. Otherwise the person requested it. */
  byRule: z.boolean(),
  requestedAt: instant,
  dueAt: instant,
  endedAt: z.nullable(instant),
});
export const dataRequestsSchema = z.object({ data: z.array(dataRequestSchema), open: z.int() });
export type DataRequests = z.infer<typeof dataRequestsSchema>;

/** GET /api/profile/account-history: changes by others to the viewer's account, and reads of its confidential data. */
export const accountHistorySchema = z.object({
  data: z.array(z.object({ at: instant, actor: z.nullable(participantSchema), action: z.string() })),
});
export type AccountHistory = z.infer<typeof accountHistorySchema>;
