import type { Topic } from '#contract/learning/programs.ts';
import { upgradeTarget } from '#contract/notifications/linkTargets.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useUpgradeTopicMutation } from '#store/programs/enrolmentApi.ts';

interface TopicUpgradeProps {
  programId: string;
  topic: Topic;
  upgrade: NonNullable<Topic['upgrade']>;
}

/** Shows what a newer version of the topic changes. Updating is optional. */
export function TopicUpgrade({ programId, topic, upgrade }: TopicUpgradeProps) {
  const [upgradeTopic, { isLoading, error }] = useUpgradeTopicMutation();
  const { version, notes, kept, added, removed, done, total } = upgrade;
  const steps = topic.steps.filter(({ required }) => required);
  const doneNow = steps.filter(({ state }) => state === 'done' || state === 'waived').length;
  return (
    <Disclosure
      className="topic-upgrade"
      id={upgradeTarget(topic.topicId)}
      summary="A newer version of this topic is available"
    >
      <div className="stack-3">
        {notes && <p>{notes}</p>}
        <ul className="upgrade-changes">
          <li>
            {plural(
              kept,
              '# step stays. Its content can be different.',
              '# steps stay. Their content can be different.',
            )}
          </li>
          {added.length > 0 && <li>New steps: {added.join(', ')}.</li>}
          {removed.length > 0 && <li>Removed steps: {removed.join(', ')}. Your work on them is kept.</li>}
          <li>
            You have completed {doneNow} of {plural(steps.length, '# required step', '# required steps')}.
            After the update: {done} of {total}.
          </li>
        </ul>
        {error && (
          <ErrorSummary>
            The topic was not updated. <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        )}
        <p className="text-2">You can also continue with your current version.</p>
        <div className="row">
          <Button
            small
            busy={isLoading}
            onClick={() => void upgradeTopic({ programId, topicId: topic.topicId, version })}
          >
            Update to version {version}
          </Button>
        </div>
      </div>
    </Disclosure>
  );
}
