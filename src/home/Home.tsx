import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Home as HomeData } from '#contract/home.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { counted } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { useGetHomeQuery } from '#store/home/homeApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { ContinueCard } from './ContinueCard.tsx';
import { GrowthCard } from './GrowthCard.tsx';
import { greeting } from './greeting.ts';
import { HomeSkeleton } from './HomeSkeleton.tsx';
import './home.css';
import { LeadNeed, NeedList } from './NeedList.tsx';
import { NextSessionCard } from './NextSessionCard.tsx';
import { needsSentence } from './needs.ts';

/** What needs one now, ranked, each thing with its reason; beside it the program one is in the middle of and how one has grown. */
export default function Home() {
  const query = useGetHomeQuery();
  return (
    <div className="content">
      <Loaded query={query} title="Home" what="Your home" skeleton={<HomeSkeleton />}>
        {(home) => <HomePage home={home} />}
      </Loaded>
    </div>
  );
}

function HomePage({ home }: { home: HomeData }) {
  const user = useAppSelector(selectUser);
  const [hour] = useState(() => new Date().getHours());
  const [first, ...others] = home.needs;
  return (
    <>
      <PageTop title={`${greeting(hour)}, ${user?.firstName ?? ''}`} lede={needsSentence(home.needs)} />
      <div className="columns">
        <section aria-labelledby="needs">
          <h2 className="visually-hidden" id="needs">
            What needs you now
          </h2>
          {first ? <LeadNeed need={first} /> : <NothingDue />}
          {others.length > 0 && <NeedList needs={others} />}
          {home.doneThisWeek > 0 && (
            <p className="needs-done">
              <CircleCheck className="icon icon-small" aria-hidden="true" />
              <span>{counted(home.doneThisWeek, 'thing')} done since Monday.</span>
            </p>
          )}
        </section>
        <aside className="side" aria-label="Your growth and what comes next">
          {home.continue && <ContinueCard program={home.continue} />}
          <NextSessionCard />
          <GrowthCard growth={home.growth} />
        </aside>
      </div>
    </>
  );
}

const NothingDue = () => (
  <div className="card">
    <Empty
      drawing="seed"
      title="Nothing is due"
      action={
        <Link className={buttonClass('primary')} to="/program">
          See your programs
        </Link>
      }
    >
      When a step, a topic or a person waits for you, it stands here with the reason.
    </Empty>
  </div>
);
