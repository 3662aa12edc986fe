import * as z from 'zod/mini';
import { programFiguresSchema } from '#contract/insights/insights.ts';
import { instant } from '#contract/text.ts';

/** The result of a test email: `shown` at /dev/mail, or `not-sent` because the server has no mail server. */
export const mailOutcome = z.enum(['accepted', 'shown', 'not-sent', 'refused', 'failed']);
export type MailOutcome = z.infer<typeof mailOutcome>;

/** POST /api/admin/mail-test sends a mail to the administrator. `answer` is the mail server's response. */
export const mailTestSchema = z.object({ outcome: mailOutcome, answer: z.string(), to: z.string() });
export type MailTest = z.infer<typeof mailTestSchema>;

/** The steps of setting up an organisation. The server computes whether a step is done. */
export const setupStep = z.enum([
  'branding',
  'departments',
  'people',
  'mail-test',
  'program',
  'second-admin',
  'sign-on-test',
]);
export type SetupStep = z.infer<typeof setupStep>;

const setupStepSchema = z.object({
  step: setupStep,
  isDone: z.boolean(),
  /** When the step was first done; null if that is not recorded. */
  at: z.nullable(instant),
  /** How many departments, people or administrators exist. */
  count: z.int(),
  /** Name of the first program that people joined; null for other steps. */
  name: z.nullable(z.string()),
});
export type SetupStepState = z.infer<typeof setupStepSchema>;

export const attentionKind = z.enum([
  'webhooks-failing',
  'erasure-requests',
  'invitations-expiring',
  'invitations-not-delivered',
  'invitations-expired',
  'without-manager',
  'without-department',
]);
export type AttentionKind = z.infer<typeof attentionKind>;

/** GET /api/admin/overview, for administrators only (404 for others). */
export const adminOverviewSchema = z.object({
  asOf: instant,
  people: z.object({
    active: z.int(),
    activeBefore: z.int(),
    recentlyActive: z.int(),
    invited: z.int(),
    /** Invitations that can still be accepted. */
    invitationsOpen: z.int(),
    invitationsExpired: z.int(),
  }),
  /** Exports and erasures that are not finished, and the next deadline. */
  dataRequests: z.object({ open: z.int(), dueAt: z.nullable(instant) }),
  /** How many people have reached each stage. Deactivated people do not count. */
  stages: z.object({
    invited: z.int(),
    signedIn: z.int(),
    withProfile: z.int(),
    withScore: z.int(),
    withTopics: z.int(),
    recentlyActive: z.int(),
  }),
  setup: z.array(setupStepSchema),
  /** Sorted by urgency. `count` is the number of people, requests or webhook endpoints. */
  attention: z.array(
    z.object({
      kind: attentionKind,
      count: z.int(),
      /** When endpoints began to fail, the next erasure begins, or the first invitation expires; otherwise null. */
      at: z.nullable(instant),
    }),
  ),
  lastMailTest: z.nullable(z.object({ outcome: mailOutcome, at: instant })),
  /** Active and closed programs, with the figures of their insights. */
  programs: z.array(programFiguresSchema),
});
export type AdminOverview = z.infer<typeof adminOverviewSchema>;
