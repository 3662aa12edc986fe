import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { selectToast, toastClosed, toastUndone } from '#store/toasts/toastsSlice.ts';

const ToastCard = lazyPart(
  () => import('#src/ui/feedback/ToastCard.tsx'),
  ({ text }) => <span className="visually-hidden">{text}</span>,
);

/** Feedback on the user's action. The live region exists before its content, so that the content is announced. */
export function Toasts() {
  const dispatch = useAppDispatch();
  const toast = useAppSelector(selectToast);
  return (
    <div role="status" aria-label="Result">
      {toast && (
        <ToastCard
          key={toast.id}
          text={toast.text}
          onUndo={toast.canUndo ? () => dispatch(toastUndone({ id: toast.id })) : null}
          onClose={() => dispatch(toastClosed({ id: toast.id }))}
        />
      )}
    </div>
  );
}
