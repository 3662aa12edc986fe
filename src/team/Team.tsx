import { type ReactNode, useDeferredValue, useState } from 'react';
import type { TeamPage } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { ObjectivePage } from '#src/objectives/ObjectivePage.tsx';
import { Button } from '#src/ui/Button.tsx';
import { inWords, sentenceCase } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { KeepFocus } from '#src/ui/KeepFocus.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { MoreRows } from '#src/ui/MoreRows.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { selectPersonById } from '#store/people/directory.ts';
import { usePageTeamInfiniteQuery } from '#store/team/teamApi.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { PersonMissing, PersonPage } from './PersonPage.tsx';
import { TeamTable } from './TeamTable.tsx';
import './team.css';
import { personPath, useTeamPlace } from './teamPaths.ts';

/** The people who report to one, one of them, or one of their objectives: what the address asks for. */
export default function Team() {
  const { userId, objectiveId, isWrong } = useTeamPlace();
  const owner = useAppSelector((state) => (userId === null ? null : selectPersonById(state, userId)));
  if (isWrong)
    return (
      <div className="content">
        <PersonMissing />
      </div>
    );
  if (userId !== null && objectiveId)
    return (
      <div className="content content-reading">
        <ObjectivePage
          key={objectiveId}
          objectiveId={objectiveId}
          back={{ to: personPath(userId), label: owner ? fullName(owner) : 'Team' }}
        />
      </div>
    );
  return (
    <div className="content">
      <KeepFocus>{userId === null ? <TeamList /> : <PersonPage key={userId} userId={userId} />}</KeepFocus>
    </div>
  );
}

function TeamList() {
  const [text, setText] = useState('');
  const search = useSettled(text).trim();
  const query = usePageTeamInfiniteQuery({ search });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <Loaded
      query={query}
      title="Team"
      what="Your team"
      skeleton={
        <>
          <SkeletonTop />
          <SkeletonRows count={4} />
        </>
      }
    >
      {({ pages }) => (
        <Page
          pages={pages}
          text={text}
          search={search}
          onType={setText}
          more={
            hasNextPage && (
              <MoreRows label="Show more people" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
            )
          }
        />
      )}
    </Loaded>
  );
}

/** From so many on one looks for a name. */
const SEARCH_FROM = 8;

interface PageProps {
  pages: readonly TeamPage[];
  text: string;
  search: string;
  onType: (text: string) => void;
  more: ReactNode;
}
function Page({ pages, text, search, onType, more }: PageProps) {
  const [isInviting, setInviting] = useState(false);
  const [most, setMost] = useState(0);
  const shown = useDeferredValue(pages); // a key that is pressed does not wait for two thousand rows
  const { total, needing } = pages[0] ?? { total: 0, needing: 0 };
  if (total > most && search === '') setMost(total); // how many there are without a search
  if (total === 0 && search === '')
    return (
      <>
        <PageTop title="Team" />
        <div className="card">
          <Empty drawing="seed" title="Nobody reports to you">
            When your organisation makes you somebody’s manager, they stand here with what they need from you.
            Is that wrong? Your admins can mend it in the directory.
          </Empty>
        </div>
      </>
    );
  return (
    <>
      <PageTop
        title="Team"
        lede={search === '' ? sentence(total, needing) : found(total)}
        action={<Button onClick={() => setInviting(true)}>Invite to a program</Button>}
      />
      {most >= SEARCH_FROM && (
        <div className="team-search">
          <label className="label" htmlFor="team-search">
            Find somebody
          </label>
          <input
            id="team-search"
            className="input"
            type="search"
            placeholder="Name or email"
            value={text}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        </div>
      )}
      {(shown[0]?.total ?? 0) > 0 && (
        <div className="team-rows">
          <TeamTable pages={shown} />
        </div>
      )}
      {more}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

function found(total: number): string {
  if (total === 0) return 'Nobody in your team has a name or an email that begins like this.';
  return total === 1 ? 'One person found.' : `${total} people found.`;
}

function sentence(all: number, needing: number): string {
  const people =
    all === 1 ? 'One person reports to you.' : `${sentenceCase(inWords(all))} people report to you.`;
  if (needing === 0) return `${people} Nobody waits for you.`;
  if (needing === 1) return `${people} One needs you.`;
  return `${people} ${sentenceCase(inWords(needing))} could use you, and stand at the top.`;
}
