import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { celebrationStopped, selectCelebration } from '#store/celebration/celebrationSlice.ts';

type RenderCard = typeof import('./CelebrationCard.tsx').renderCard;

/** Null until the card is loaded. Suspense would show its empty frame for at least 300 ms. */
function useCard(isNeeded: boolean): RenderCard | null {
  const [render, setRender] = useState<RenderCard | null>(null);
  useEffect(() => {
    if (isNeeded)
      void import(/* webpackChunkName: "celebration", webpackPrefetch: true */ './CelebrationCard.tsx').then(
        ({ renderCard }) => setRender(() => renderCard),
      );
  }, [isNeeded]);
  return isNeeded ? render : null;
}

/**
 * The celebration card. A saga starts the confetti; this component shows the state and handles Escape (decision 0022).
 */
export function Celebration() {
  const dispatch = useAppDispatch();
  const { isRunning, isTextShown, learnerName, programName } = useAppSelector(selectCelebration);
  const renderCard = useCard(isRunning);
  useEffect(() => {
    if (!isRunning) return;
    // Uses the capture phase: Escape closes the celebration before anything below it, wherever the focus is.
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      dispatch(celebrationStopped());
    };
    document.addEventListener('keydown', stopOnEscape, { capture: true });
    return () => document.removeEventListener('keydown', stopOnEscape, { capture: true });
  }, [isRunning, dispatch]);
  return (
    <div className={renderCard ? 'celebration' : undefined}>
      {/* The live region exists before its content, so that each sentence is announced once. */}
      <div role="status" aria-atomic="false" className={renderCard ? 'celebration-card' : undefined}>
        {renderCard?.({
          isTextShown,
          learnerName,
          programName,
          onStop: () => dispatch(celebrationStopped()),
        })}
      </div>
    </div>
  );
}
