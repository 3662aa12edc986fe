/** The error of a field as a sentence that starts with its label: `Reason is missing`. */
export const fieldSentence = (label: string, error: string | null | undefined) =>
  error ? `${label} ${error}` : null;

interface Checked {
  success: boolean;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}
/** The errors of a contract schema, by the same field paths as in the server's problem response. */
export function errorsOf(checked: Checked): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message;
  return errors;
}
