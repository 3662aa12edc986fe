import { PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import { useListObjectivesQuery } from '#store/objectives/objectivesApi.ts';
import { objectivePath } from './objectivePaths.ts';
import './objectives.css';
import { pendingOf } from './words.ts';

/** What somebody changed and one has not answered: the news of it leads to the profile. */
export function PendingObjectives() {
  const { data } = useListObjectivesQuery();
  const pending = (data?.data ?? []).flatMap((objective) => {
    const [change] = pendingOf(objective);
    return change ? [{ objective, change }] : [];
  });
  if (pending.length === 0) return null;
  return (
    <ul className="pending-objectives" aria-label="Changes that wait for your answer">
      {pending.map(({ objective: { objectiveId, title }, change }) => (
        <li key={objectiveId} className="note">
          <PencilLine className="icon" aria-hidden="true" />
          <p>
            {fullName(change.by)} changed “{title}”. <Link to={objectivePath(objectiveId)}>See change</Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
