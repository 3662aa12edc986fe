import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CatalogueEntry } from '#contract/learning/joining.ts';
import { catalogueTarget } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { joiningVisibility } from '#contract/visibility.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { topicPickerPath } from '#src/programs/topics/topicSelection.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useAskToJoinMutation,
  useJoinProgramMutation,
  usePageCatalogueInfiniteQuery,
  useWithdrawJoinRequestMutation,
} from '#store/programs/joiningApi.ts';

/** Programs that the viewer can join or ask to join. Nothing is shown without one. */
export function Catalogue() {
  const query = usePageCatalogueInfiniteQuery();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <QueryContent
      query={query}
      title="Programs you can join"
      level={2}
      failure="The programs that you can join did not load"
      skeleton={null}
    >
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data);
        if (entries.length === 0) return null;
        return (
          <section className="program-rows catalogue" aria-labelledby="catalogue-title">
            <h2 className="title-2" id="catalogue-title">
              Programs you can join
            </h2>
            <ul>
              {entries.map((entry) => (
                <Entry key={entry.programId} entry={entry} />
              ))}
            </ul>
            {hasNextPage && (
              <LoadMore
                label="Show more programs you can join"
                isBusy={isFetchingNextPage}
                onMore={fetchNextPage}
              />
            )}
          </section>
        );
      }}
    </QueryContent>
  );
}

function Entry({ entry }: { entry: CatalogueEntry }) {
  const { shortDay } = useFormats();
  const { programId, programName, purpose, topics, selection, dueOn, plannedSessions } = entry;
  const facts = [
    plural(topics.length, '# topic', '# topics'),
    selection.min === selection.max
      ? `choose ${selection.min}`
      : `choose ${selection.min} to ${selection.max}`,
    ...(plannedSessions === null
      ? []
      : [plural(plannedSessions, '# coaching session', '# coaching sessions')]),
    ...(dueOn ? [`due ${shortDay(dueOn)}`] : []),
  ];
  return (
    <li className="catalogue-entry" id={catalogueTarget(programId)} aria-label={programName}>
      <div className="stack">
        <h3 className="row-title">{programName}</h3>
        <p className="text-2">{purpose}</p>
        <p className="small text-3">{topics.map(({ title }) => title).join(', ')}</p>
        <p className="small text-3 figures">
          {facts.join(' · ')}
          {'. '}
          {joiningVisibility(entry)}
        </p>
      </div>
      <Joining entry={entry} />
    </li>
  );
}

/** The button that joins or asks, or the state of the request. */
function Joining({ entry }: { entry: CatalogueEntry }) {
  const { programId, programName, joining, owner, request } = entry;
  const { shortDay } = useFormats();
  const navigate = useNavigate();
  const [join, joined] = useJoinProgramMutation();
  const [ask] = useAskToJoinMutation();
  const [withdraw, withdrawn] = useWithdrawJoinRequestMutation();
  const [isAsking, setAsking] = useState(false);
  const error = joined.error ?? withdrawn.error;
  const answerer = owner ? fullName(owner) : 'An administrator';
  const start = async () => {
    const { data } = await join({ programId });
    if (data) void navigate(topicPickerPath(programId));
  };
  return (
    <div className="stack catalogue-act">
      {error !== undefined && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      {joining === 'open' ? (
        <Button
          busy={joined.isLoading || joined.isSuccess}
          aria-label={`Join program: ${programName}`}
          onClick={() => void start()}
        >
          Join program
        </Button>
      ) : request === null ? (
        <Button aria-label={`Ask to join ${programName}`} onClick={() => setAsking(true)}>
          Ask to join
        </Button>
      ) : request.declined ? (
        <p className="small text-2">
          {`${request.declined.by ? fullName(request.declined.by) : answerer} declined your request on ${shortDay(request.declined.at)}.`}
          {request.declined.note && ` “${request.declined.note}”`}
        </p>
      ) : (
        <>
          <p className="small text-2">{`You asked on ${shortDay(request.askedAt)}. ${answerer} will answer.`}</p>
          <Button
            variant="plain"
            small
            busy={withdrawn.isLoading}
            aria-label={`Withdraw your request to join ${programName}`}
            onClick={() => void withdraw({ programId })}
          >
            Withdraw request
          </Button>
        </>
      )}
      {isAsking && (
        <ReasonDialog
          title={`Ask to join ${programName}`}
          label="Why do you want to join? (optional)"
          verb="Send request"
          draftKey={`join/${programId}`}
          minLength={0}
          onClose={() => setAsking(false)}
          onSend={async (note) => (await ask({ programId, request: { note: note || null } })).error}
        >
          <p className="text-2">{`${answerer} reads this and answers your request.`}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
