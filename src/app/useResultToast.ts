import { toastShown } from '#store/toasts/toastsSlice.ts';
import { useAppDispatch } from './hooks.ts';

/** Tells the user the result of an action. */
export function useResultToast() {
  const dispatch = useAppDispatch();
  return (text: string) =>
    void dispatch(toastShown({ id: `result-${crypto.randomUUID()}`, text, canUndo: false }));
}
