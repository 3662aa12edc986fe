import { fullName } from '#contract/people.ts';
import type { Participant, Program } from '#contract/programs.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { presenceWords, usePresence } from '#src/presence/usePresence.ts';
import { Avatar } from '#src/ui/Avatar.tsx';

/** Who is with one in this program. */
export function PeopleCard({ program: { coach, manager, others } }: { program: Program }) {
  if (!coach && !manager && others.count === 0) return null;
  return (
    <section className="card" aria-labelledby="people">
      <div className="card-head">
        <h2 className="title-3" id="people">
          People
        </h2>
      </div>
      {(coach || manager) && (
        <ul className="people">
          {coach && <PersonRow person={coach} relation="Your coach" />}
          {manager && <PersonRow person={manager} relation="Your manager" />}
        </ul>
      )}
      {(coach || manager) && others.count > 0 && <hr className="rule" />}
      {others.count > 0 && (
        <div className="row">
          <span className="avatar-pile">
            {others.some.slice(0, 3).map((person) => (
              <Avatar key={person.userId} person={person} size="small" />
            ))}
          </span>
          <span className="text-2">
            {others.count === 1 ? 'One other takes part' : `${others.count} others take part`}
          </span>
        </div>
      )}
    </section>
  );
}

function PersonRow({ person, relation }: { person: Participant; relation: string }) {
  const presence = usePresence(person.userId);
  return (
    <li>
      <Avatar person={person} presence={presence} />
      <div className="grow">
        <p className="strong">{fullName(person)}</p>
        <p className="small text-3">{[relation, presenceWords[presence]].filter(Boolean).join(', ')}</p>
      </div>
      <MessageButton person={person} />
    </li>
  );
}
