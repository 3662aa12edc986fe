import { useState } from 'react';
import type { Program } from '#contract/learning/programs.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { ParticipantRow } from './ParticipantRow.tsx';
import { ParticipantsDialog } from './ParticipantsDialog.tsx';

/** The coach, the manager and the other participants. */
export function PeopleCard({ program: { programId, coach, manager, others } }: { program: Program }) {
  const [isOpen, setOpen] = useState(false);
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
          {coach && <ParticipantRow person={coach} relation="Your coach" />}
          {manager && <ParticipantRow person={manager} relation="Your manager" />}
        </ul>
      )}
      {(coach || manager) && others.count > 0 && <hr className="rule" />}
      {others.count > 0 && (
        <div className="row row-wrap">
          <span className="avatar-pile">
            {others.some.slice(0, 3).map((person) => (
              <Avatar key={person.userId} person={person} size="small" />
            ))}
          </span>
          <span className="text-2 grow">
            {plural(others.count, '# other participant', '# other participants')}
          </span>
          <Button variant="link" small onClick={() => setOpen(true)}>
            See all participants
          </Button>
        </div>
      )}
      {isOpen && <ParticipantsDialog programId={programId} onClose={() => setOpen(false)} />}
    </section>
  );
}
