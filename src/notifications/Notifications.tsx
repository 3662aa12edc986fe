import { Bell } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { selectBadge, selectIsPanelOpen } from '#store/notifications/notificationsSelectors.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import './notifications.css';

const Panel = lazy(() => import(/* webpackPrefetch: true */ './Panel.tsx'));

/** The bell with its count, and the panel under it. A click anywhere else, a link in it and Escape close it. */
export function Notifications() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsPanelOpen);
  const badge = useAppSelector(selectBadge);
  const place = useRef<HTMLDivElement>(null);
  const bell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) dispatch(panelClosed());
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      dispatch(panelClosed());
      bell.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen, dispatch]);
  return (
    <div ref={place}>
      <button
        ref={bell}
        type="button"
        className="icon-button"
        aria-label={badge ? `Notifications, ${badge} new` : 'Notifications'}
        aria-expanded={isOpen}
        onClick={() => dispatch(isOpen ? panelClosed() : panelOpened())}
      >
        <Bell className="icon" aria-hidden="true" />
        {badge && (
          <span className="badge" aria-hidden="true">
            {badge}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Panel onClose={() => dispatch(panelClosed())} />
        </Suspense>
      )}
    </div>
  );
}
