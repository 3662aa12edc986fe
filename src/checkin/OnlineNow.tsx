import { createSelector } from '@reduxjs/toolkit';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { Avatar } from '#src/ui/Avatar.tsx';
import { counted } from '#src/ui/dates.ts';
import { selectPeople } from '#store/people/directory.ts';
import { selectOnline } from '#store/presence/presenceSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** More than this is a crowd and no list to choose from. */
const SHOWN = 12;

const selectOthersOnline = createSelector(
  [selectPeople, (state: RootState) => selectOnline(state), selectUser],
  (people, online, me) => people.filter(({ uuid, userId }) => online[uuid] && userId !== me?.userId),
);

/** Who of the organisation is here now, by the check-in channel. */
export function OnlineNow() {
  const people = useAppSelector(selectOthersOnline);
  return (
    <section className="card" aria-labelledby="online">
      <div className="card-head">
        <h2 className="title-3" id="online">
          Here now
        </h2>
        {people.length > 0 && (
          <span className="small text-3">{counted(people.length, 'person', 'people')}</span>
        )}
      </div>
      {people.length === 0 ? (
        <p className="text-2">Nobody else is here right now. A message reaches them all the same.</p>
      ) : (
        <ul className="people">
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.userId}>
              <Avatar person={person} isOnline />
              <div className="grow">
                <p className="strong">{fullName(person)}</p>
                <p className="small text-3">{person.title ?? person.departmentName}</p>
              </div>
              <MessageButton person={person} />
            </li>
          ))}
        </ul>
      )}
      {people.length > SHOWN && (
        <p className="small text-3">
          and {people.length - SHOWN} more. Find them with “New conversation” in the chat.
        </p>
      )}
    </section>
  );
}
