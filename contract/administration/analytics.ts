import * as z from 'zod/mini';

/** GET /api/analytics: `agent` is null unless this browser may load the analytics agent. */
export const analyticsSettingsSchema = z.object({
  isConfigured: z.boolean(),
  hasConsent: z.boolean(),
  agent: z.nullable(z.object({ scriptUrl: z.string() })),
});
export type AnalyticsSettings = z.infer<typeof analyticsSettingsSchema>;

/** PUT /api/admin/analytics-consent: set by an administrator for the whole organisation. */
export const analyticsConsentSchema = z.object({ hasConsent: z.boolean() });
export type AnalyticsConsent = z.infer<typeof analyticsConsentSchema>;

/** The only personal data that the agent receives (docs/decisions/0030-error-reports-and-analytics.md). */
export interface AnalyticsIdentity {
  visitor: { id: string; full_name: string; email: string };
  account: { id: string; name: string };
}

/** Events that the agent receives: names and ids, never texts that people wrote. */
export type AnalyticsEvent =
  | { name: 'page_viewed'; properties: { route: string } }
  | { name: 'topic_completed'; properties: { programId: string; topicId: string; isLast: boolean } }
  | { name: 'conversation_started'; properties: Record<string, never> }
  | { name: 'readiness_submitted'; properties: Record<string, never> };
