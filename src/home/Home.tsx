import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Home as HomeData, Need } from '#contract/home.ts';
import { SUMMARY_TARGET } from '#contract/notifications/linkTargets.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { useGetNextCoachingQuery } from '#store/coaching/nextCoachingApi.ts';
import { useGetHomeQuery } from '#store/home/homeApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { AgreedActions } from './AgreedActions.tsx';
import { ContinueCard } from './ContinueCard.tsx';
import { GrowthCard, hasNoActivity } from './GrowthCard.tsx';
import { greeting } from './greeting.ts';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import './home.css';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { doneSentence } from './doneThisWeek.ts';
import { FirstNeed, NeedList, SnoozedNeeds } from './NeedList.tsx';
import { NextSessionCard } from './NextSessionCard.tsx';
import { arrangeNeeds, isAboutNextStep, listedNeeds, needsSentence } from './needs.ts';
import { useFocusReturned } from './useFocusReturned.ts';

const REFETCH_SECONDS = 60;

/** Loaded for newcomers only. */
const WelcomeCard = lazyPart(() => import('./WelcomeCard.tsx'));
const NoNeeds = lazyPart(() => import('./NoNeeds.tsx'));

/** The user's needs by rank, next to the current program, the next session and the growth card. */
export default function Home() {
  // The list is kept for the whole session (`loadNeeds`), and some needs arise without a notification, as on a new day.
  const query = useGetHomeQuery(undefined, { refetchOnMountOrArgChange: REFETCH_SECONDS });
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Home"
        failure="Your home page did not load"
        skeleton={<HomeSkeleton />}
      >
        {(home) => <HomePage home={home} />}
      </QueryContent>
    </div>
  );
}

function HomePage({ home }: { home: HomeData }) {
  const { hourOf } = useFormats();
  const user = useAppSelector(selectUser);
  const [openedAt] = useState(Date.now);
  useFocusReturned(home);
  const { first, team, own } = arrangeNeeds(home);
  const isNewcomer = useIsNewcomer(home);
  const { data: next, isLoading } = useGetNextCoachingQuery();
  const doneThisWeek = doneSentence(home.growth);
  const isRoomOpen = Boolean(next?.session && next.room);
  return (
    <>
      <PageHeader
        title={`${greeting(hourOf(openedAt))}, ${user?.firstName ?? ''}`}
        lede={needsSentence(listedNeeds(home))}
      />
      <div className="columns">
        <section aria-labelledby="needs">
          <h2 className="visually-hidden" id="needs">
            Needs your attention
          </h2>
          {first ? (
            <FirstNeed key={first.key} need={first} isPrimary={!isLoading && !isRoomOpen} />
          ) : isNewcomer ? (
            <WelcomeCard />
          ) : (
            <NoNeeds />
          )}
          {home.team && (team.length > 0 || home.team.needing > 0) && (
            <TeamNeeds needs={team} needing={home.team.needing} isFirst={first?.about === 'team'} />
          )}
          {home.team && own.length > 0 && <h3 className="needs-title title-3">For you</h3>}
          {own.length > 0 && <NeedList needs={own} />}
          <AgreedActions />
          <SnoozedNeeds needs={home.snoozed} />
          {home.finished && (
            <p className="needs-done">
              <CircleCheck className="icon icon-small" aria-hidden="true" />
              <span>
                You completed {home.finished.programName}.{' '}
                <Link to={`/program/${home.finished.programId}#${SUMMARY_TARGET}`}>View summary</Link>
              </span>
            </p>
          )}
          {doneThisWeek !== null && (
            <p className="needs-done">
              <CircleCheck className="icon icon-small" aria-hidden="true" />
              <span>{doneThisWeek}</span>
            </p>
          )}
        </section>
        <aside className="side" aria-label="Your growth and next steps">
          {isNewcomer && first && <WelcomeCard />}
          {isNewcomer === false && (
            <>
              {home.continue && !isAboutNextStep(first, home.continue) && (
                <ContinueCard program={home.continue} />
              )}
              <NextSessionCard />
              <GrowthCard growth={home.growth} />
            </>
          )}
        </aside>
      </div>
    </>
  );
}

/** Whether the cards next to the needs would all be empty. Null until the next session is known. */
function useIsNewcomer({ continue: program, growth }: HomeData): boolean | null {
  const { data: next, error } = useGetNextCoachingQuery();
  if (error || program !== null || growth.topicsChosen > 0 || !hasNoActivity(growth)) return false;
  return next ? !next.session && !next.wrapUp && !next.cancelled && !next.plan : null;
}

interface TeamNeedsProps {
  needs: readonly Need[];
  needing: number;
  /** Whether the card above shows the first need of the team. */
  isFirst: boolean;
}

/** The needs of a manager's team come first. The team page lists all of them. */
function TeamNeeds({ needs, needing, isFirst }: TeamNeedsProps) {
  const isEmpty = needs.length === 0;
  return (
    <>
      <div className="needs-title row row-between">
        {!(isEmpty && isFirst) && <h3 className="title-3">Your team</h3>}
        <Link to="/team">View team</Link>
      </div>
      {isEmpty && needing > (isFirst ? 1 : 0) && (
        <p className="text-2">The team page also counts people whose items you snoozed or marked as done.</p>
      )}
      {!isEmpty && <NeedList needs={needs} />}
    </>
  );
}
