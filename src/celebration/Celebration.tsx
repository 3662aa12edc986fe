import { lazy, Suspense, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { celebrationStopped, selectCelebration } from '#store/celebration/celebrationSlice.ts';

const CelebrationCard = lazy(() => import(/* webpackPrefetch: true */ './CelebrationCard.tsx'));

/** What flies over the page is played by a saga; this only shows what the state says, and hears Escape. */
export function Celebration() {
  const dispatch = useAppDispatch();
  const { isRunning, isTextShown, learnerName } = useAppSelector(selectCelebration);
  useEffect(() => {
    if (!isRunning) return;
    // Before whatever is open below it: what lies on top is closed first, wherever the focus is.
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
      {/* There before it has something to say, so that it is announced; and each sentence once, not all of them again. */}
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
