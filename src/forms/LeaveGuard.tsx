import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

interface LeaveGuardProps {
  isDirty: boolean;
  /** Names the unsaved data: 'Your topic selection is not saved yet.' */
  message: string;
  /** Other addresses under this path, such as its tabs, show the same form. */
  keepsPath?: boolean;
  /** False if the form keeps no draft: leaving discards the changes. */
  hasDraft?: boolean;
}

const placeOf = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`;

/** The address inside the application that a click opens, or null. */
function targetOf(event: MouseEvent, keepsPath: boolean): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.origin !== window.location.origin) return null;
  if (keepsPath && link.pathname === window.location.pathname) return null;
  return placeOf(link) === placeOf(window.location) ? null : placeOf(link);
}

/** Asks for confirmation before a link leaves unsaved changes. Says whether they are kept as a draft. */
export function LeaveGuard({ isDirty, message, keepsPath = false, hasDraft = true }: LeaveGuardProps) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: MouseEvent) => {
      const to = targetOf(event, keepsPath);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(to);
    };
    document.addEventListener('click', ask, true);
    return () => document.removeEventListener('click', ask, true);
  }, [isDirty, keepsPath]);
  if (target === null) return null;
  const stay = () => setTarget(null);
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <div className="stack-4">
        <p>
          {message}{' '}
          {hasDraft
            ? 'Your draft is kept, so you can continue when you return.'
            : 'If you leave, your changes are lost.'}
        </p>
        <div className="row row-wrap dialog-end">
          <Button
            variant="plain"
            onClick={() => {
              stay();
              void navigate(target);
            }}
          >
            Leave
          </Button>
          <Button variant="primary" onClick={stay}>
            Stay
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
