import * as z from 'zod/mini';
import { day, numericId } from '#contract/text.ts';

/** See docs/decisions/0070-anonymous-surveys.md. */

/** Size of the RSA key of a survey, in bits. */
export const TICKET_KEY_BITS = 2_048;
/** Number of base64url characters for this many bits. */
const SIGNATURE_LENGTH = Math.ceil(TICKET_KEY_BITS / 6);
const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, 'is not base64url'));
const signature = base64url.check(z.length(SIGNATURE_LENGTH));
const message = base64url.check(z.minLength(43), z.maxLength(128));

/** POST /api/surveys/{surveyId}/tickets: asks the server to sign a message that it cannot read. */
export const ticketRequestSchema = z.object({ blinded: signature });
export type TicketRequest = z.infer<typeof ticketRequestSchema>;
export const blindSignatureSchema = z.object({ signature });

/** Allows one response. The call that contains it is made without a token, so it names the organisation. */
export const ticketSchema = z.object({ tenantId: numericId, message, signature });
export type Ticket = z.infer<typeof ticketSchema>;

/** What the check of an anonymous survey found before its release. */
export const anonymityReportSchema = z.object({
  checkedOn: day,
  /** How many responses were checked; null: fewer than k. */
  responses: z.nullable(z.int()),
  /** How many pairs of stored columns were compared. */
  comparisons: z.int(),
  checks: z.array(z.object({ name: z.string(), isPassed: z.boolean() })),
});
export type AnonymityReport = z.infer<typeof anonymityReportSchema>;
