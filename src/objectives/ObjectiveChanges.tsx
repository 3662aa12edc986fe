import type { ChangeResponse, Objective, ObjectiveChange } from '#contract/learning/objectives.ts';
import { changeTarget } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import type { Formats } from '#src/ui/text/formats.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useAnswerObjectiveChangeMutation } from '#store/objectives/objectivesApi.ts';

/** Changes of the objective. Those that await an answer come first. */
export function ObjectiveChanges({ objective }: { objective: Objective }) {
  const { longDay } = useFormats();
  const pending = objective.changes.filter(({ response }) => response === 'pending');
  const answered = objective.changes.filter(({ response }) => response !== 'pending');
  if (objective.changes.length === 0) return null;
  return (
    <section className="stack-4" aria-label="Changes">
      {pending.map((change) => (
        <PendingChange key={change.changeId} objective={objective} change={change} />
      ))}
      {answered.length > 0 && (
        <Disclosure
          className="earlier-changes"
          summary={plural(answered.length, '# earlier change', '# earlier changes')}
        >
          <ul>
            {answered.map((change) => (
              <li key={change.changeId} id={changeTarget(change.changeId)} tabIndex={-1} className="stack">
                <p>
                  <span className="strong">{fullName(change.by)}</span>{' '}
                  <span className="text-3 figures">{longDay(change.at)}</span>
                </p>
                {change.reason && <p className="text-2">{change.reason}</p>}
                <Differences change={change} />
                {change.response && <p className="small text-3">{responseLabel(change, longDay)}</p>}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

function responseLabel(
  { response, respondedAt }: ObjectiveChange,
  longDay: Formats['longDay'],
): string | null {
  const labels = {
    accepted: 'Accepted',
    restored: 'Previous version restored',
    pending: 'No response yet',
  };
  if (response === null) return null;
  return [labels[response], ...(respondedAt ? [longDay(respondedAt)] : [])].join(' · ');
}

const Differences = ({ change: { differences } }: { change: ObjectiveChange }) => (
  <dl className="differences">
    {differences.map(({ field, label, before, after }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd>
          <span className="visually-hidden">Before: </span>
          <del>{before ?? 'None'}</del>
        </dd>
        <dd>
          <span className="visually-hidden">Now: </span>
          <ins>{after ?? 'None'}</ins>
        </dd>
      </div>
    ))}
  </dl>
);

function PendingChange({ objective, change }: { objective: Objective; change: ObjectiveChange }) {
  const { longDay } = useFormats();
  const [answerChange, { isLoading, error, originalArgs }] = useAnswerObjectiveChangeMutation();
  const start = useStartConversation(change.by.userId, `About “${objective.title}”: `);
  const name = fullName(change.by);
  const answer = async (response: ChangeResponse['response']) => {
    if (isLoading) return;
    await answerChange({
      objectiveId: objective.objectiveId,
      changeId: change.changeId,
      answer: { response },
    });
  };
  const isBusyWith = (response: string) => isLoading && originalArgs?.answer.response === response;
  return (
    <article
      className="card change stack-3"
      id={changeTarget(change.changeId)}
      tabIndex={-1}
      aria-label={`Changed by ${name}`}
    >
      <div className="row">
        <Avatar person={change.by} size="medium" />
        <div className="grow">
          <h2 className="title-3">
            {change.can.respond
              ? `${name} changed this objective: ${formatList(change.differences.map(({ label }) => label))}`
              : `Changed by ${name}. No response yet.`}
          </h2>
          <p className="small text-3 figures">{longDay(change.at)}</p>
        </div>
      </div>
      {change.reason && <p>“{change.reason}”</p>}
      <Differences change={change} />
      {change.can.respond && (
        <>
          <p className="text-2">The change is already in effect. It stays highlighted until you respond.</p>
          {error && (
            <ErrorSummary>
              <p>
                {problemOf(error).status === 409
                  ? 'The objective has changed since then, so the previous version cannot be restored. Edit the objective or discuss the change.'
                  : `Your response was not saved. ${problemOf(error).message}`}
              </p>
            </ErrorSummary>
          )}
          <div className="row row-wrap">
            <Button variant="primary" busy={isBusyWith('accepted')} onClick={() => void answer('accepted')}>
              Accept change
            </Button>
            <Button busy={isBusyWith('restored')} onClick={() => void answer('restored')}>
              Restore previous version
            </Button>
            <Button onClick={() => start?.()}>Discuss change</Button>
          </div>
        </>
      )}
    </article>
  );
}
