import type { AnalyticsEvent, AnalyticsIdentity } from '#contract/administration/analytics.ts';

/** The agent of an external analytics tool, loaded for one user. */
export interface AnalyticsPort {
  /** Resolves to false if the script is blocked or is not an agent. */
  load(scriptUrl: string, identity: AnalyticsIdentity): Promise<boolean>;
  track(event: AnalyticsEvent): void;
  /** Clears the identity after sign-out. */
  forget(): void;
}
