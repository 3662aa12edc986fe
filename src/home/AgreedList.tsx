import { Check, ListTodo, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAppDispatch } from '#src/app/hooks.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { type AgreedAction, agreedActionDone } from '#store/coaching/actions/actionsSlice.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';

/** The number of open actions that are listed. */
const SHOWN = 5;

interface AgreedListProps {
  actions: readonly AgreedAction[];
  /** The room in which the recovery code is asked for; null if this browser can read the notes. */
  unlockAt: Parameters<typeof roomPath>[0] | null;
}

/**
 * The actions with their buttons, and where to unlock those that this browser cannot read. An action that the person marks
 * as done stays in its place, so that a second click and the focus do not reach another row.
 */
export default function AgreedList({ actions, unlockAt }: AgreedListProps) {
  const dispatch = useAppDispatch();
  const { shortDay } = useFormats();
  const [listed, setListed] = useState<readonly AgreedAction[]>([]);
  const [done, setDone] = useState<readonly string[]>([]);
  const added = actions.filter(({ id }) => !listed.some((one) => one.id === id));
  if (added.length > 0) setListed([...listed, ...added]);
  const isOpen = ({ id }: AgreedAction) => actions.some((one) => one.id === id);
  const open = listed.filter(isOpen).slice(0, SHOWN);
  const rows = listed.filter((action) => open.includes(action) || done.includes(action.id));
  if (!unlockAt && rows.length === 0) return null;
  return (
    <div className="needs">
      <div className="needs-group">
        <h3 id="agreed">Agreed in your sessions</h3>
        <ul aria-labelledby="agreed">
          {unlockAt && (
            <li className="need">
              <Lock className="icon" aria-hidden="true" />
              <div>
                <p className="row-title">This browser cannot read your coaching notes</p>
                <p>Enter your recovery code once to see what you agreed on.</p>
              </div>
              <Link className={buttonClass('outlined', true)} to={roomPath(unlockAt, 'join')}>
                Enter recovery code
              </Link>
            </li>
          )}
          {rows.map((action) => (
            <li key={action.id} className="need">
              <ListTodo className="icon" aria-hidden="true" />
              <div>
                <Link className="row-title" to={sessionPath(action)}>
                  {action.text}
                </Link>
                <p>
                  {[
                    action.isOverdue && action.due !== '' && `Overdue since ${shortDay(action.due)}`,
                    !action.isOverdue && action.due !== '' && `Due ${shortDay(action.due)}`,
                    `Agreed with ${action.otherName}`,
                  ]
                    .filter(Boolean)
                    .join('. ')}
                  .
                </p>
              </div>
              {isOpen(action) ? (
                <Button
                  small
                  aria-label={`Mark as done: ${action.text}`}
                  onClick={() => {
                    setDone([...done, action.id]);
                    dispatch(agreedActionDone({ sessionId: action.sessionId, id: action.id }));
                  }}
                >
                  Mark as done
                </Button>
              ) : (
                <p className="need-actions small text-2" role="status">
                  <Check className="icon icon-small" aria-hidden="true" />
                  Done
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
