import { chatChannel } from '#contract/channels.ts';
import type { ChangeResponse, Objective, ObjectiveChange } from '#contract/objectives.ts';
import { fullName } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { conversationStarted } from '#store/chat/chatSlice.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { useAnswerObjectiveChangeMutation } from '#store/objectives/objectivesApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** What was changed and by whom; what waits for an answer comes first and open. */
export function Changes({ objective }: { objective: Objective }) {
  const pending = objective.changes.filter(({ response }) => response === 'pending');
  const others = objective.changes.filter(({ response }) => response !== 'pending');
  if (objective.changes.length === 0) return null;
  return (
    <section className="stack-4" aria-label="Changes">
      {pending.map((change) => (
        <PendingChange key={change.changeId} objective={objective} change={change} />
      ))}
      {others.length > 0 && (
        <details className="changes-before">
          <summary>{others.length === 1 ? 'One earlier change' : `${others.length} earlier changes`}</summary>
          <ul>
            {others.map((change) => (
              <li key={change.changeId} className="stack">
                <p>
                  <span className="strong">{fullName(change.by)}</span>{' '}
                  <span className="text-3 figures">{longDay(change.at)}</span>
                </p>
                {change.reason && <p className="text-2">{change.reason}</p>}
                <Differences change={change} />
                {responseWords(change) && <p className="small text-3">{responseWords(change)}</p>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function responseWords({ response, respondedAt }: ObjectiveChange): string | null {
  const words = {
    accepted: 'Accepted',
    disputed: 'To be discussed',
    restored: 'Put back',
    pending: 'Not answered yet',
  };
  if (response === null) return null;
  return `${words[response]}${respondedAt ? ` on ${longDay(respondedAt)}` : ''}`;
}

const Differences = ({ change: { differences } }: { change: ObjectiveChange }) => (
  <dl className="differences">
    {differences.map(({ field, label, before, after }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd>
          <span className="visually-hidden">Before: </span>
          <del>{before ?? 'nothing'}</del>
        </dd>
        <dd>
          <span className="visually-hidden">Now: </span>
          <ins>{after ?? 'nothing'}</ins>
        </dd>
      </div>
    ))}
  </dl>
);

function PendingChange({ objective, change }: { objective: Objective; change: ObjectiveChange }) {
  const [answerChange, { isLoading, error, originalArgs }] = useAnswerObjectiveChangeMutation();
  const discuss = useDiscussion(objective, change);
  const name = fullName(change.by);
  const answer = async (response: ChangeResponse['response']) => {
    if (isLoading) return;
    const { data } = await answerChange({
      objectiveId: objective.objectiveId,
      changeId: change.changeId,
      answer: { response },
    });
    if (data && response === 'disputed') discuss();
  };
  const isBusyWith = (response: string) => isLoading && originalArgs?.answer.response === response;
  return (
    <article className="card change stack-3" aria-label={`Changed by ${name}`}>
      <div className="row">
        <Avatar person={change.by} size="medium" />
        <div className="grow">
          <h2 className="title-3">
            {change.can.respond ? `${name} changed this objective` : `Changed by ${name}, not answered yet`}
          </h2>
          <p className="small text-3 figures">{longDay(change.at)}</p>
        </div>
      </div>
      {change.reason && <p>“{change.reason}”</p>}
      <Differences change={change} />
      {change.can.respond && (
        <>
          <p className="text-2">It counts already, and stays marked until you answer.</p>
          {error && (
            <ErrorSummary>
              <p>
                {problemOf(error).status === 409
                  ? 'It was changed again since, so it cannot be put back as a whole. Edit it instead, or discuss it.'
                  : `Your answer was not taken. ${problemOf(error).message}`}
              </p>
            </ErrorSummary>
          )}
          <div className="row row-wrap">
            <Button look="primary" busy={isBusyWith('accepted')} onClick={() => void answer('accepted')}>
              Accept
            </Button>
            <Button busy={isBusyWith('disputed')} onClick={() => void answer('disputed')}>
              Discuss
            </Button>
            <Button busy={isBusyWith('restored')} onClick={() => void answer('restored')}>
              Put it back
            </Button>
          </div>
        </>
      )}
    </article>
  );
}

/** Opens the conversation with whoever made the change; a message that was begun there stays as it is. */
function useDiscussion({ title }: Objective, { by }: ObjectiveChange) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const channel = me && me.userId !== by.userId ? chatChannel(me.tenantId, me.userId, by.userId) : null;
  const begun = useAppSelector((state) => (channel ? selectDraft(state, chatDraftKey(channel)) : ''));
  return () => {
    if (!channel) return;
    if (begun === '') dispatch(draftChanged({ key: chatDraftKey(channel), text: `About “${title}”: ` }));
    dispatch(conversationStarted({ channel, peerId: by.userId }));
  };
}
