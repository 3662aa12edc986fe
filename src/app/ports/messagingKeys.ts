import type { MessagingConfig } from '#contract/messaging.ts';

/** Keeps the messaging configuration with its keys in memory only. */
export function messagingKeys() {
  let current: MessagingConfig | null = null;
  return {
    keep(config: MessagingConfig) {
      current = config;
    },
    current: () => current,
    forget() {
      current = null;
    },
  };
}
