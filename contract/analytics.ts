import * as z from 'zod/mini';

/** GET /api/analytics: whether this browser may load the analytics agent, and from where. Null: it may not. */
export const analyticsSettingsSchema = z.object({
  isConfigured: z.boolean(),
  hasConsent: z.boolean(),
  agent: z.nullable(z.object({ scriptUrl: z.string() })),
});
export type AnalyticsSettings = z.infer<typeof analyticsSettingsSchema>;

/** PUT /api/admin/analytics-consent: an administrator speaks for the organisation. */
export const analyticsConsentSchema = z.object({ hasConsent: z.boolean() });
export type AnalyticsConsent = z.infer<typeof analyticsConsentSchema>;

/** Specification section 1 with ruling 29: this and no more. */
export interface AnalyticsIdentity {
  visitor: { id: string; full_name: string; email: string };
  account: { id: string; name: string };
}

/** What the agent is told besides: kinds and ids of ours, never a text that somebody wrote. */
export type AnalyticsEvent =
  | { name: 'page_viewed'; properties: { route: string } }
  | { name: 'topic_completed'; properties: { programId: string; topicId: string; isLast: boolean } }
  | { name: 'conversation_started'; properties: Record<string, never> }
  | { name: 'readiness_submitted'; properties: Record<string, never> };
