import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { MessageButton } from '#src/chat/MessageButton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';

const relations = { coach: 'Your coach', manager: 'Your manager', learner: 'You support this learner' };

/** The other person. */
export const PersonCard = ({ session: { other, relation } }: { session: CoachingSession }) => (
  <section className="card" aria-labelledby="other-person">
    <div className="row">
      <Avatar person={other} size="medium" />
      <div className="grow">
        <h2 className="title-3 session-person" id="other-person">
          {fullName(other)}
        </h2>
        <p className="text-2">{relations[relation]}</p>
      </div>
      <MessageButton person={other} />
    </div>
  </section>
);
