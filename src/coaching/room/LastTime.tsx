import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import { CarriedList, useCarriedActions } from './CarriedActions.tsx';

/** What the two people agreed and wrote in their last session. Open actions are ticked here, before the next one. */
export function LastTime({ session }: { session: CoachingSession }) {
  const { other } = session;
  const { last } = useAppSelector(selectRoom);
  const carried = useCarriedActions();
  const { shortDay } = useFormats();
  const done = (last?.actions ?? []).filter(
    ({ id, isDone }) => isDone && !carried.some((action) => action.id === id),
  );
  const text = last?.text.trim() ?? '';
  if (carried.length + done.length === 0 && text === '') return null;
  return (
    <section className="card stack-3" aria-labelledby="last-time">
      <h2 className="title-3" id="last-time">
        Last time
      </h2>
      {carried.length > 0 && <CarriedList session={session} actions={carried} labelledBy="last-time" />}
      {done.length > 0 && (
        <ul className="stack-3">
          {done.map((action) => (
            <li key={action.id}>
              <p>
                <s>{action.text}</s>
              </p>
              <p className="small text-2">
                {action.ownerId === other.userId ? other.firstName : 'You'}
                {action.due !== '' && ` · Due ${shortDay(action.due)}`}
                {' · Done'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {text !== '' && (
        <Disclosure summary="Notes of last time">
          <p className="notes-text">{text}</p>
        </Disclosure>
      )}
    </section>
  );
}
