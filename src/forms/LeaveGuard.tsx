import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import './dialogs.css';

interface LeaveGuardProps {
  isDirty: boolean;
  /** What is not saved, as it stands in a sentence: 'Your choice of topics'. */
  what: string;
}

const placeOf = ({ pathname, search }: { pathname: string; search: string }) => `${pathname}${search}`;

/** The address that a click is about to go to within the application, and null for any other click. */
function targetOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.origin !== window.location.origin) return null;
  return placeOf(link) === placeOf(window.location) ? null : placeOf(link);
}

/** Asks before a link leads away from what is not saved. What was typed is kept either way. */
export function LeaveGuard({ isDirty, what }: LeaveGuardProps) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: MouseEvent) => {
      const to = targetOf(event);
      if (to === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(to);
    };
    document.addEventListener('click', ask, true);
    return () => document.removeEventListener('click', ask, true);
  }, [isDirty]);
  if (target === null) return null;
  const stay = () => setTarget(null);
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <div className="stack-4">
        <p>
          {what} is not saved yet. What you typed is kept here, and you can go on with it when you return.
        </p>
        <div className="row row-wrap dialog-end">
          <Button
            look="plain"
            onClick={() => {
              stay();
              void navigate(target);
            }}
          >
            Leave
          </Button>
          <Button look="primary" onClick={stay}>
            Stay and save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
