import { useAppDispatch } from '#src/app/hooks.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';

/** Tells the author the result of an action. */
export function useResultToast() {
  const dispatch = useAppDispatch();
  return (text: string) =>
    void dispatch(toastShown({ id: `topic-${crypto.randomUUID()}`, text, canUndo: false }));
}
