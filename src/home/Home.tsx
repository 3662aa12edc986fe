import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Home as HomeData } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetHomeQuery } from '#store/home/homeApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ContinueCard } from './ContinueCard.tsx';
import { GrowthCard } from './GrowthCard.tsx';
import { greeting } from './greeting.ts';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import './home.css';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { FirstNeed, NeedList } from './NeedList.tsx';
import { NextSessionCard } from './NextSessionCard.tsx';
import { needsSentence } from './needs.ts';

/** The user's needs by rank; beside them the current program, the next session and the growth card. */
export default function Home() {
  const query = useGetHomeQuery();
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
  const [first, ...others] = home.needs;
  return (
    <>
      <PageHeader
        title={`${greeting(hourOf(openedAt))}, ${user?.firstName ?? ''}`}
        lede={needsSentence(home.needs)}
      />
      <div className="columns">
        <section aria-labelledby="needs">
          <h2 className="visually-hidden" id="needs">
            Needs your attention
          </h2>
          {first ? <FirstNeed need={first} /> : <NoNeeds />}
          {others.length > 0 && <NeedList needs={others} />}
          {home.doneThisWeek > 0 && (
            <p className="needs-done">
              <CircleCheck className="icon icon-small" aria-hidden="true" />
              <span>
                {plural(
                  home.doneThisWeek,
                  '# item completed since Monday.',
                  '# items completed since Monday.',
                )}
              </span>
            </p>
          )}
        </section>
        <aside className="side" aria-label="Your growth and next steps">
          {home.continue && <ContinueCard program={home.continue} />}
          <NextSessionCard />
          <GrowthCard growth={home.growth} />
        </aside>
      </div>
    </>
  );
}

const NoNeeds = () => (
  <div className="card">
    <EmptyState
      drawing="seed"
      title="You are up to date"
      action={
        <Link className={buttonClass('primary')} to="/program">
          View your programs
        </Link>
      }
    >
      Steps, topics and requests that need your attention appear here.
    </EmptyState>
  </div>
);
