interface Call {
  error?: unknown;
  reset: () => void;
}

/**
 * Removes the errors of calls whose cause may be gone, after a change of the form or before another action. `reset` would
 * lose the result of a running call, which has no error yet.
 */
export function forgetFailures(...calls: readonly Call[]) {
  for (const call of calls) if (call.error) call.reset();
}
