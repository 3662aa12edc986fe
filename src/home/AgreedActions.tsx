import { ListTodo, Lock } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { sessionPath } from '#src/coaching/coachingPaths.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetCoachingActionsQuery } from '#store/coaching/actions/actionsApi.ts';
import { agreedActionDone, selectAgreedActions } from '#store/coaching/actions/actionsSlice.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

const SHOWN = 5;

/**
 * The actions that the person agreed on in their last sessions. They are encrypted, so only this browser can list them.
 */
export function AgreedActions() {
  useGetCoachingActionsQuery();
  const dispatch = useAppDispatch();
  const me = useAppSelector((state) => selectUser(state)?.userId);
  const { keys, unlockAt, actions } = useAppSelector(selectAgreedActions);
  const { shortDay } = useFormats();
  const mine = actions.filter(({ ownerId }) => ownerId === me);
  const isLocked = keys === 'locked' && unlockAt !== null;
  if (!isLocked && mine.length === 0) return null;
  return (
    <div className="needs">
      <div className="needs-group">
        <h3 id="agreed">Agreed in your sessions</h3>
        <ul aria-labelledby="agreed">
          {isLocked && (
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
          {mine.slice(0, SHOWN).map((action) => (
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
              <Button
                small
                aria-label={`Mark as done: ${action.text}`}
                onClick={() => dispatch(agreedActionDone({ sessionId: action.sessionId, id: action.id }))}
              >
                Mark as done
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
