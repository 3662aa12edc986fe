import { createSelector } from '@reduxjs/toolkit';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceLabels } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { selectPeople } from '#store/people/directory.ts';
import { selectIsPresenceKnown } from '#store/presence/presenceSelectors.ts';
import { presenceOf, selectFollowed, selectPresenceState } from '#store/presence/presenceSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** The list shows at most this many people. */
const MAX_SHOWN = 12;

/** People online, followed by people who were online recently. */
const selectPeopleOnline = createSelector(
  [selectPeople, selectPresenceState, selectUser],
  (people, presence, me) => {
    const others = people
      .filter(({ userId }) => userId !== me?.userId)
      .map((person) => ({ person, presence: presenceOf(presence, person.uuid) }));
    const onlineNow = others.filter(({ presence }) => presence === 'online');
    return { onlineNow, all: [...onlineNow, ...others.filter(({ presence }) => presence === 'recently')] };
  },
);

/** In a large organisation, only people whom the viewer has met are listed. */
const noOneOnline = (isLarge: boolean) =>
  isLarge
    ? 'None of the people you have met are online. You can still send messages, and people will see them later.'
    : 'No one else is online. You can still send messages, and people will see them later.';

/** The people in the organisation who are online now, from presence on the check-in channel. */
export function OnlineNow() {
  const { onlineNow, all } = useAppSelector(selectPeopleOnline);
  const isKnown = useAppSelector(selectIsPresenceKnown);
  const isLarge = useAppSelector((state) => selectFollowed(state) !== null);
  return (
    <section className="card" aria-labelledby="online">
      <div className="card-head">
        <h2 className="title-3" id="online">
          Online now
        </h2>
        {onlineNow.length > 0 && (
          <span className="small text-3">{plural(onlineNow.length, '# person', '# people')}</span>
        )}
      </div>
      {onlineNow.length === 0 && (
        <p className="text-2">{isKnown ? noOneOnline(isLarge) : 'Checking who is online.'}</p>
      )}
      {all.length > 0 && (
        <ul className="people">
          {all.slice(0, MAX_SHOWN).map(({ person, presence }) => (
            <li key={person.userId}>
              <Avatar person={person} presence={presence} />
              <div className="grow">
                <p className="strong">{fullName(person)}</p>
                <p className="small text-3">
                  {[person.title ?? person.departmentName, presence === 'recently' && presenceLabels.recently]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </div>
              <MessageButton person={person} />
            </li>
          ))}
        </ul>
      )}
      {all.length > MAX_SHOWN && (
        <p className="small text-3">
          {plural(
            all.length - MAX_SHOWN,
            'To find # more person, start a new conversation in the chat.',
            'To find # more people, start a new conversation in the chat.',
          )}
        </p>
      )}
    </section>
  );
}
