import { useState } from 'react';
import type { Program } from '#contract/programs.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { EveryoneDialog } from './EveryoneDialog.tsx';
import { PersonRow } from './PersonRow.tsx';

/** Who is with one in this program. */
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
          {coach && <PersonRow person={coach} relation="Your coach" />}
          {manager && <PersonRow person={manager} relation="Your manager" />}
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
            {others.count === 1 ? 'One other takes part' : `${others.count} others take part`}
          </span>
          <Button look="link" small onClick={() => setOpen(true)}>
            See all
          </Button>
        </div>
      )}
      {isOpen && <EveryoneDialog programId={programId} onClose={() => setOpen(false)} />}
    </section>
  );
}
