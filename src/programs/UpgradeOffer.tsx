import { ChevronDown } from 'lucide-react';
import type { Topic } from '#contract/programs.ts';
import { Button } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useUpgradeTopicMutation } from '#store/programs/enrolmentApi.ts';

interface UpgradeOfferProps {
  programId: string;
  topic: Topic;
  upgrade: NonNullable<Topic['upgrade']>;
}

/** What a newer version would change, before one takes it. Nobody has to. */
export function UpgradeOffer({ programId, topic, upgrade }: UpgradeOfferProps) {
  const [upgradeTopic, { isLoading, error }] = useUpgradeTopicMutation();
  const { version, notes, kept, added, removed, done, total } = upgrade;
  const steps = topic.steps.filter(({ required }) => required);
  const doneNow = steps.filter(({ state }) => state === 'done' || state === 'waived').length;
  return (
    <details className="upgrade">
      <summary>
        A newer version of this topic is there
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <div className="stack-3">
        {notes && <p>{notes}</p>}
        <ul className="upgrade-changes">
          <li>{kept === 1 ? '1 step stays as you have it.' : `${kept} steps stay as you have them.`}</li>
          {added.length > 0 && <li>New: {added.join(', ')}.</li>}
          {removed.length > 0 && <li>Gone: {removed.join(', ')}. What you did of it is kept as history.</li>}
          <li>
            You have {doneNow} of {counted(steps.length, 'step')} done; afterwards it is {done} of {total}.
          </li>
        </ul>
        {error && <ErrorSummary>Not taken. {problemOf(error).message}</ErrorSummary>}
        <p className="text-2">You can go on with the version you began. It does not end.</p>
        <div className="row">
          <Button
            small
            busy={isLoading}
            onClick={() => void upgradeTopic({ programId, topicId: topic.topicId, version })}
          >
            Take version {version}
          </Button>
        </div>
      </div>
    </details>
  );
}
