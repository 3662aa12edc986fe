import { Bell } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import {
  selectBadge,
  selectIsPanelOpen,
  selectLastBadge,
} from '#store/notifications/notificationsSelectors.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import './notifications.css';

const Panel = lazy(() => import(/* webpackPrefetch: true */ './Panel.tsx'));

/**
 * The bell with its badge, and the panel below it. A click outside, a link in the panel and Escape close the panel, and so
 * does a focus outside, which could be hidden behind the panel.
 */
export function Notifications() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsPanelOpen);
  const badge = useAppSelector(selectBadge);
  const lastBadge = useAppSelector(selectLastBadge);
  const container = useRef<HTMLDivElement>(null);
  const bell = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  const closeAndFocusBell = useCallback(() => {
    close();
    bell.current?.focus();
  }, [close]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeAndFocusBell();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen, close, closeAndFocusBell]);
  return (
    <div ref={container}>
      <button
        ref={bell}
        type="button"
        className="icon-button"
        aria-label={badge ? `Notifications, ${badge} new` : 'Notifications'}
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : void dispatch(panelOpened()))}
      >
        <Bell className="icon" aria-hidden="true" />
        {(badge ?? lastBadge) && (
          // The last number stays while the badge fades out.
          <span className="badge" data-fading={badge === null || undefined} aria-hidden="true">
            {badge ?? lastBadge}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel onClose={closeAndFocusBell} onFollow={close} />
        </Suspense>
      )}
    </div>
  );
}
