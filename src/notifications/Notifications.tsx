import { Bell } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import {
  selectBadge,
  selectIsPanelOpen,
  selectLastBadge,
} from '#store/notifications/notificationsSelectors.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import './badge.css';

const Panel = lazyPart(() => import(/* webpackPrefetch: true */ './Panel.tsx'));

/** The bell with its badge, and the panel below it. */
export function Notifications() {
  const dispatch = useAppDispatch();
  const isOpen = useAppSelector(selectIsPanelOpen);
  const badge = useAppSelector(selectBadge);
  const lastBadge = useAppSelector(selectLastBadge);
  const bell = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => void dispatch(panelClosed()), [dispatch]);
  return (
    <>
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
          // The badge keeps the last number while it fades out.
          <span className="badge" data-fading={badge === null || undefined} aria-hidden="true">
            {badge ?? lastBadge}
          </span>
        )}
      </button>
      {isOpen && <Panel bell={bell} onClose={close} />}
    </>
  );
}
