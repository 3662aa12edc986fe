import { lazy, Suspense, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { celebrationStopped, selectCelebration } from '#store/celebration/celebrationSlice.ts';

const CelebrationCard = lazy(() => import(/* webpackPrefetch: true */ './CelebrationCard.tsx'));

/** The celebration card. A saga plays the confetti; this component shows the state and handles Escape (decision 0022). */
export function Celebration() {
  const dispatch = useAppDispatch();
  const { isRunning, isTextShown, learnerName } = useAppSelector(selectCelebration);
  useEffect(() => {
    if (!isRunning) return;
    // The capture phase: Escape closes the celebration before anything below it, wherever the focus is.
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dispatch(celebrationStopped());
    };
    document.addEventListener('keydown', stopOnEscape, { capture: true });
    return () => document.removeEventListener('keydown', stopOnEscape, { capture: true });
  }, [isRunning, dispatch]);
  return (
    <div className={isRunning ? 'celebration' : undefined}>
      {/* The live region exists before its content, so that the content is announced, each sentence once. */}
      <div role="status" aria-atomic="false" className={isRunning ? 'celebration-card' : undefined}>
        {isRunning && (
          <Suspense fallback={null}>
            <CelebrationCard
              isTextShown={isTextShown}
              learnerName={learnerName}
              onStop={() => dispatch(celebrationStopped())}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}
