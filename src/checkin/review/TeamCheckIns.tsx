import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ReviewItem, TeamCheckIns as Team } from '#contract/learning/checkInReview.ts';
import { fullName } from '#contract/people.ts';
import { POLLED } from '#src/app/polling.ts';
import { CheckInTabs } from '#src/checkin/CheckInTabs.tsx';
import { rangeText, reviewPath, thisPeriod } from '#src/checkin/checkInTexts.ts';
import { Trend } from '#src/checkin/Trend.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetTeamCheckInsQuery } from '#store/checkIns/reviewApi.ts';
import { FollowUps } from './FollowUps.tsx';
import { Missing } from './Missing.tsx';
import { QuestionForms } from './QuestionForms.tsx';
import { Review } from './Review.tsx';
import { isForTyping, reviewKeys, useReviewKeys } from './useReviewKeys.ts';
import './review.css';

const COMMENT_FIELD = 'check-in-comment';

/** The manager's queue next to the selected check-in. */
export function TeamCheckIns({ checkInId }: { checkInId: string | null }) {
  // No notification says that someone has sent a check-in.
  const query = useGetTeamCheckInsQuery(undefined, POLLED);
  return (
    <QueryContent
      query={query}
      title="Team check-ins"
      failure="The check-ins of your team did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {(team) => <Page team={team} checkInId={checkInId} />}
    </QueryContent>
  );
}

function Page({ team, checkInId }: { team: Team; checkInId: string | null }) {
  const formats = useFormats();
  const navigate = useNavigate();
  const all = [...team.queue, ...team.reviewed];
  const [isWriting, setWriting] = useState(false);
  const firstId = useFirstToReview(team, checkInId === null, isWriting);
  const selectedId = checkInId ?? firstId;
  const index = all.findIndex((item) => item.checkInId === selectedId);
  const isQueued = index >= 0 && index < team.queue.length;
  const [lastQueuedId, setLastQueuedId] = useState<string | null>(null);
  if (isQueued && lastQueuedId !== selectedId) setLastQueuedId(selectedId);
  const previous = all[index - 1];
  const following = all[index + 1];
  const nextToReview =
    team.queue[index + 1] ?? team.queue.find(({ checkInId }) => checkInId !== selectedId) ?? following;
  // A check-in that has left the queue while it was selected is listed after those that still wait.
  const next = !isQueued && lastQueuedId === selectedId ? nextToReview : following;
  const go = (to: ReviewItem | undefined) => {
    if (to) void navigate(reviewPath(to.checkInId), { replace: true });
  };
  useReviewKeys((key) => {
    if (key === 'c') document.getElementById(COMMENT_FIELD)?.focus();
    else if (key === 'j' || key === 'k') go(key === 'j' ? next : previous);
    return key === 'c' || key === 'j' || key === 'k';
  });
  const selected = useKeptFocus(selectedId, setWriting);
  return (
    <>
      <PageHeader
        title="Team check-ins"
        lede={`${thisPeriod(team)}, ${rangeText(team, formats)}. ${toReviewText(team)}`}
        action={
          selectedId && (
            <p className="review-keys small text-3">
              {Object.entries(reviewKeys).map(([key, text]) => (
                <span key={key} className="nowrap">
                  <kbd>{key.toUpperCase()}</kbd> {text}{' '}
                </span>
              ))}
            </p>
          )
        }
      />
      <CheckInTabs selected="team" />
      {team.reports === 0 ? (
        <div className="card">
          <EmptyState drawing="seed" title="No direct reports">
            The check-ins of people who report to you appear here.
          </EmptyState>
        </div>
      ) : (
        <div className="review">
          {all.length > 0 && (
            <nav aria-label="Check-ins of the team" className="review-list">
              <Items title="To review" items={team.queue} selectedId={selectedId} />
              <Items title="Reviewed" items={team.reviewed} selectedId={selectedId} />
            </nav>
          )}
          <div className="review-main stack-6">
            {team.queue.length === 0 && (
              <div className="card">
                {team.reviewed.length === 0 ? (
                  <EmptyState drawing="seed" title="No check-ins to review">
                    A check-in appears here when one of your direct reports sends it.
                  </EmptyState>
                ) : (
                  <EmptyState drawing="seed" title="All check-ins reviewed">
                    You have reviewed every check-in that was sent.
                  </EmptyState>
                )}
              </div>
            )}
            {selectedId && (
              <div {...selected} className="review-selected" tabIndex={-1}>
                <Review
                  key={selectedId}
                  checkInId={selectedId}
                  commentFieldId={COMMENT_FIELD}
                  position={
                    index < 0
                      ? null
                      : {
                          text: placeText(team, index),
                          onPrevious: previous ? () => go(previous) : null,
                          onNext: next ? () => go(next) : null,
                          onReviewed: () => go(nextToReview),
                        }
                  }
                />
              </div>
            )}
            <QuestionForms team={team} />
          </div>
          <div className="review-more stack-6">
            <FollowUps />
            <Missing missing={team.missing} />
            <Trend
              title="Team mood"
              scale="Mean, 1 hard to 5 very good"
              points={team.mood.map(({ week, mood }) => ({ week, value: mood?.mean ?? null }))}
              none="Protected or no answers"
            />
            <p className="small text-3">{`The mean is shown if at least ${team.minGroupSize} answers are shared with you.`}</p>
          </div>
        </div>
      )}
    </>
  );
}

/**
 * Stays at the same check-in until it is reviewed: a more important one can arrive while the user writes a comment. It also
 * stays if the check-in leaves the queue while the user writes, because the review can come from another tab.
 */
function useFirstToReview({ queue }: Team, isShown: boolean, isWriting: boolean): string | null {
  const first = queue[0]?.checkInId ?? null;
  const [kept, setKept] = useState({ id: first, isKept: false });
  const isQueued = queue.some(({ checkInId }) => checkInId === kept.id);
  const isKept = isShown && kept.id !== null && !isQueued && (isWriting || kept.isKept);
  const id = isQueued || isKept ? kept.id : first;
  if (id !== kept.id || isKept !== kept.isKept) setKept({ id, isKept });
  return id;
}

/** The queue also contains check-ins of earlier periods, which were not reviewed at the time. */
function toReviewText({ queue, week }: Team): string {
  const earlier = queue.filter((item) => item.week < week).length;
  if (queue.length === 0) return 'No check-ins to review.';
  if (earlier === 0) return plural(queue.length, '# check-in to review.', '# check-ins to review.');
  if (earlier === queue.length)
    return plural(
      earlier,
      '# check-in to review, from an earlier period.',
      '# check-ins to review, from earlier periods.',
    );
  return plural(
    earlier,
    `${queue.length} check-ins to review, # from an earlier period.`,
    `${queue.length} check-ins to review, # from earlier periods.`,
  );
}

/** Counts like the text at the top of the page: what is to review, and what is reviewed, by itself. */
const placeText = ({ queue, reviewed }: Team, index: number) =>
  index < queue.length
    ? `${index + 1} of ${queue.length} to review`
    : `${index - queue.length + 1} of ${reviewed.length} reviewed`;

/**
 * Keeps the focus in the selected check-in if it was in the one before, which is gone. Until the check-in is loaded, its
 * region has the focus, and then its heading. Reports whether the focus is where the user can type.
 */
function useKeptFocus(selectedId: string | null, setWriting: (isWriting: boolean) => void) {
  const region = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another check-in removes the focused element
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) region.current?.focus();
  }, [selectedId]);
  return {
    ref: region,
    // Dialogs of the check-in report their focus here too.
    onFocus: ({ target }: FocusEvent) => {
      hasFocus.current = true;
      setWriting(isForTyping(target));
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) hasFocus.current = false;
      // The element keeps the focus when the user only switches to another window.
      if (document.activeElement !== target) setWriting(false);
    },
  };
}

interface ItemsProps {
  title: string;
  items: readonly ReviewItem[];
  selectedId: string | null;
}

function Items({ title, items, selectedId }: ItemsProps) {
  const { shortDay } = useFormats();
  if (items.length === 0) return null;
  return (
    <>
      <h2 className="title-3 review-title">{title}</h2>
      <ul className="review-items">
        {items.map(({ checkInId, person, week, reasons, sentAt, reviewedAt }) => (
          <li key={checkInId}>
            <Link
              to={reviewPath(checkInId)}
              replace
              aria-current={checkInId === selectedId ? 'true' : undefined}
            >
              <Avatar person={person} />
              <span>
                <span className="strong">{fullName(person)}</span>
                <span className="small text-2">
                  {items.some(
                    (other) => other.checkInId !== checkInId && other.person.userId === person.userId,
                  ) && `Check-in from ${shortDay(week)}. `}
                  {reviewedAt
                    ? `Reviewed ${shortDay(reviewedAt)}.`
                    : reasons.map(({ text }) => text).join(' ') || `Sent ${shortDay(sentAt)}.`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
