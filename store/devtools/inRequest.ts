let current: string | null = null;

/**
 * Names the request whose response causes the actions that `work` dispatches, because RTK Query does not
 * report it.
 */
export function inRequest(requestId: string, work: () => void): void {
  current = requestId;
  try {
    work();
  } finally {
    current = null;
  }
}
export const currentRequest = () => current;
