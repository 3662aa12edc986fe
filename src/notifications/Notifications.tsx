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
 * The bell with its count, and the panel under it. A click anywhere else, a link in it and Escape close it, and so does the
 * keyboard that goes on: it would be behind the panel, where nobody sees it.
 */
export function Notifications() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsPanelOpen);
  const badge = useAppSelector(selectBadge);
  const lastBadge = useAppSelector(selectLastBadge);
  const place = useRef<HTMLDivElement>(null);
  const bell = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  const closeAndReturn = useCallback(() => {
    close();
    bell.current?.focus();
  }, [close]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent | FocusEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) close();
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeAndReturn();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen, close, closeAndReturn]);
  return (
    <div ref={place}>
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
          // What was counted is still there while it fades.
          <span className="badge" data-gone={badge === null || undefined} aria-hidden="true">
            {badge ?? lastBadge}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel onClose={closeAndReturn} onFollow={close} />
        </Suspense>
      )}
    </div>
  );
}
