import { PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import { changeTarget } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { useListObjectivesQuery } from '#store/objectives/objectivesApi.ts';
import { objectivePath } from './objectivePaths.ts';
import './objectives.css';
import { pendingChanges } from './objectiveLabels.ts';

/** Changes by other people that the viewer has not answered. Their notifications link to the profile. */
export function PendingObjectives() {
  const { data } = useListObjectivesQuery();
  const pending = (data?.data ?? []).flatMap((objective) => {
    const [change] = pendingChanges(objective);
    return change ? [{ objective, change }] : [];
  });
  if (pending.length === 0) return null;
  return (
    <ul className="pending-objectives" aria-label="Changes awaiting your response">
      {pending.map(({ objective: { objectiveId, title }, change }) => (
        <li key={objectiveId} className="note">
          <PencilLine className="icon" aria-hidden="true" />
          <p>
            {fullName(change.by)} changed “{title}”.{' '}
            <Link to={`${objectivePath(objectiveId)}#${changeTarget(change.changeId)}`}>Review change</Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
