import { useState } from 'react';
import { problemOf } from '#store/api/problemOf.ts';

interface Outcome<T> {
  data?: T | undefined;
  error?: unknown;
}

/** Runs the call of a dialog. The dialog closes on success, and shows the errors after a refusal. */
export function useDialogCall<T>(onDone: (result: T) => void) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const send = async (call: () => Promise<Outcome<T>>) => {
    if (isSending) return;
    setErrors({});
    setMessage(null);
    setSending(true);
    const { data, error } = await call();
    setSending(false);
    if (error === undefined) return onDone(data as T);
    const problem = problemOf(error);
    setErrors(problem.fields);
    setMessage(problem.message);
  };
  /** Shows errors that were found before the call, instead of those of the last call. */
  const refuse = (found: Record<string, string>) => {
    setErrors(found);
    setMessage(null);
  };
  /** An error describes what was checked, so it is removed when its field changes. */
  const corrected = (field: string) => {
    setErrors(({ [field]: _corrected, ...others }) => others);
    setMessage(null);
  };
  return { errors, refuse, corrected, message, isSending, send };
}
