import type { MessagingConfig } from '#contract/messaging.ts';

/** The messaging service's access key, in memory only. */
export function messagingKeys() {
  let held: MessagingConfig | null = null;
  return {
    keep(config: MessagingConfig) {
      held = config;
    },
    current: () => held,
    forget() {
      held = null;
    },
  };
}
