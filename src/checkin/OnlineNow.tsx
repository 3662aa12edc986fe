import { createSelector } from '@reduxjs/toolkit';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { counted } from '#src/ui/dates.ts';
import { selectPeople } from '#store/people/directory.ts';
import { presenceOf, selectOnline, selectRecently } from '#store/presence/presenceSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** More than this is a crowd and no list to choose from. */
const SHOWN = 12;

/** Who is here, and after them who was here a moment ago. */
const selectOthersHere = createSelector(
  [selectPeople, selectOnline, selectRecently, selectUser],
  (people, online, recently, me) => {
    const others = people
      .filter(({ userId }) => userId !== me?.userId)
      .map((person) => ({ person, presence: presenceOf({ online, recently }, person.uuid) }));
    const here = others.filter(({ presence }) => presence === 'online');
    return { here, all: [...here, ...others.filter(({ presence }) => presence === 'recently')] };
  },
);

/** Who of the organisation is here now, by the check-in channel. */
export function OnlineNow() {
  const { here, all } = useAppSelector(selectOthersHere);
  return (
    <section className="card" aria-labelledby="online">
      <div className="card-head">
        <h2 className="title-3" id="online">
          Here now
        </h2>
        {here.length > 0 && <span className="small text-3">{counted(here.length, 'person', 'people')}</span>}
      </div>
      {here.length === 0 && (
        <p className="text-2">Nobody else is here right now. A message reaches them all the same.</p>
      )}
      {all.length > 0 && (
        <ul className="people">
          {all.slice(0, SHOWN).map(({ person, presence }) => (
            <li key={person.userId}>
              <Avatar person={person} presence={presence} />
              <div className="grow">
                <p className="strong">{fullName(person)}</p>
                <p className="small text-3">
                  {[person.title ?? person.departmentName, presence === 'recently' && presenceWords.recently]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </div>
              <MessageButton person={person} />
            </li>
          ))}
        </ul>
      )}
      {all.length > SHOWN && (
        <p className="small text-3">
          and {all.length - SHOWN} more. Find them with “New conversation” in the chat.
        </p>
      )}
    </section>
  );
}
