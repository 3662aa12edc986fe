import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';

/** The actions of the last session of the two people. */
export function LastTime({ session: { other } }: { session: CoachingSession }) {
  const { last, shared } = useAppSelector(selectRoom);
  const { shortDay } = useFormats();
  if (!last || last.actions.length === 0) return null;
  return (
    <section className="card stack-3" aria-labelledby="last-time">
      <h2 className="title-3" id="last-time">
        What you agreed last time
      </h2>
      <ul className="stack-3">
        {last.actions
          // An open action moved to this session, where it is ticked.
          .map((action) => shared?.actions.find(({ id }) => id === action.id) ?? action)
          .map(({ id, text, ownerId, due, isDone }) => (
            <li key={id}>
              <p>{isDone ? <s>{text}</s> : text}</p>
              <p className="small text-2">
                {ownerId === other.userId ? other.firstName : 'You'}
                {due !== '' && ` · Due ${shortDay(due)}`}
                {isDone && ' · Done'}
              </p>
            </li>
          ))}
      </ul>
    </section>
  );
}
