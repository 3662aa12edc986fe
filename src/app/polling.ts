/**
 * For queries of data that other people change without a notification. A hidden page sends no polls, and reads the data
 * again as soon as it is visible.
 */
export const POLLED = {
  pollingInterval: 15_000,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
} as const;
