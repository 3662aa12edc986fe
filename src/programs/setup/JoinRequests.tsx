import { useState } from 'react';
import type { JoinRequests as Requests } from '#contract/learning/joining.ts';
import { JOIN_REQUESTS_TARGET } from '#contract/notifications/linkTargets.ts';
import { fullName } from '#contract/people.ts';
import { ReasonDialog } from '#src/forms/ReasonDialog.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useAnswerJoinRequestMutation,
  usePageJoinRequestsInfiniteQuery,
} from '#store/programs/joiningApi.ts';

/** Open requests to join a program, for those who manage it. */
export function JoinRequests({ programId }: { programId: string }) {
  const query = usePageJoinRequestsInfiniteQuery({ programId });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <section className="stack-3" id={JOIN_REQUESTS_TARGET} tabIndex={-1}>
      <QueryContent
        query={query}
        title="Requests to join"
        level={2}
        failure="The requests to join did not load"
        skeleton={<SkeletonRows count={1} />}
      >
        {({ pages }) => {
          const requests = pages.flatMap(({ data }) => data);
          return (
            <>
              <h2 className="title-2">Requests to join</h2>
              {requests.length === 0 ? (
                <p className="text-2">No one is waiting for an answer.</p>
              ) : (
                <ul className="wizard-list" aria-label="Requests to join">
                  {requests.map((request) => (
                    <Request key={request.person.userId} programId={programId} request={request} />
                  ))}
                </ul>
              )}
              {hasNextPage && (
                <LoadMore label="Show more requests" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
              )}
            </>
          );
        }}
      </QueryContent>
    </section>
  );
}

interface RequestProps {
  programId: string;
  request: Requests['data'][number];
}

function Request({ programId, request: { person, note, askedAt } }: RequestProps) {
  const { shortDay } = useFormats();
  const [answer, { isLoading, isSuccess, error }] = useAnswerJoinRequestMutation();
  const [isDeclining, setDeclining] = useState(false);
  const { userId } = person;
  const name = fullName(person);
  return (
    <li className="join-request">
      <div className="grow stack">
        <PersonRow person={person} size="small" />
        <p className="small text-3 figures">{`Asked on ${shortDay(askedAt)}`}</p>
        {note && <p className="text-2">{`“${note}”`}</p>}
        {error !== undefined && (
          <ErrorSummary>
            <ProblemText message={problemOf(error).message} />
          </ErrorSummary>
        )}
      </div>
      <div className="row row-wrap">
        <Button small aria-label={`Decline ${name}`} onClick={() => setDeclining(true)}>
          Decline
        </Button>
        <Button
          small
          variant="primary"
          // After a success, the list loads without this row.
          busy={isLoading || isSuccess}
          aria-label={`Accept ${name}`}
          onClick={() => void answer({ programId, userId, answer: { accept: true, note: null } })}
        >
          Accept
        </Button>
      </div>
      {isDeclining && (
        <ReasonDialog
          title={`Decline ${name}’s request?`}
          label="Note (optional)"
          verb="Decline request"
          draftKey={`join-answer/${programId}/${userId}`}
          minLength={0}
          onClose={() => setDeclining(false)}
          onSend={async (text) =>
            (await answer({ programId, userId, answer: { accept: false, note: text || null } })).error
          }
        >
          <p className="text-2">{`${person.firstName} is notified and can read the note. You can still invite ${person.firstName} later.`}</p>
        </ReasonDialog>
      )}
    </li>
  );
}
