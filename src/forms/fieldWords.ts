/** What is wrong with a field reads on from its label: `Reason is missing`. */
export const fieldSentence = (label: string, error: string | null | undefined) =>
  error ? `${label} ${error}` : null;

interface Checked {
  success: boolean;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}
/** The contract's own rules before anything is sent, by the path in the request as the service names it. */
export function errorsOf(checked: Checked): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}
