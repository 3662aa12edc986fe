import { type ReactNode, useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { TeamPage } from '#contract/team.ts';
import { usePerson } from '#src/app/usePerson.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { ObjectivePage } from '#src/objectives/ObjectivePage.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { usePageTeamInfiniteQuery } from '#store/team/teamApi.ts';
import { InviteDialog } from './InviteDialog.tsx';
import { PersonMissing, PersonPage } from './PersonPage.tsx';
import { TeamTable } from './TeamTable.tsx';
import './team.css';
import { personPath, useTeamLocation } from './teamPaths.ts';
import { useAttentionText } from './useAttentionText.ts';
import { WrongReports } from './WrongReports.tsx';

/** The viewer's direct reports, one person, or one of a person's objectives, depending on the address. */
export default function Team() {
  const { userId, objectiveId, isInvalid, inviteTo } = useTeamLocation();
  const navigate = useNavigate();
  const [isInviting, setInviting] = useState(false);
  const owner = usePerson(userId);
  if (isInvalid)
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
          back={{ to: personPath(userId), label: owner ? fullName(owner) : 'Person' }}
        />
      </div>
    );
  return (
    <div className="content">
      {userId === null ? (
        <TeamList onInvite={() => setInviting(true)} />
      ) : (
        <PersonPage key={userId} userId={userId} />
      )}
      {userId === null && (isInviting || inviteTo !== null) && (
        <InviteDialog
          programId={inviteTo ?? ''}
          onClose={() => {
            setInviting(false);
            if (inviteTo !== null) void navigate('/team', { replace: true });
          }}
        />
      )}
    </div>
  );
}

function TeamList({ onInvite }: { onInvite: () => void }) {
  const [text, setText] = useState('');
  const search = useSettled(text).trim();
  const { data } = usePageTeamInfiniteQuery({ search });
  // Every loaded page is a request.
  const query = usePageTeamInfiniteQuery({ search }, { refetchOnFocus: (data?.pages.length ?? 0) <= 1 });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // The search of the people shown: while other people load, those of the search before stay on the page.
  const [shownSearch, setShownSearch] = useState(search);
  if (query.currentData && shownSearch !== search) setShownSearch(search);
  return (
    <QueryContent
      query={query}
      title="Team"
      failure="Your team did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {({ pages }) => (
        <Page
          pages={pages}
          text={text}
          search={shownSearch}
          onType={setText}
          onInvite={onInvite}
          more={
            hasNextPage && (
              <LoadMore label="Show more people" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
            )
          }
        />
      )}
    </QueryContent>
  );
}

/** The search field is shown from this number of direct reports. */
const SEARCH_FROM = 8;

interface PageProps {
  pages: readonly TeamPage[];
  text: string;
  /** The search that found these pages. */
  search: string;
  onType: (text: string) => void;
  onInvite: () => void;
  more: ReactNode;
}
function Page({ pages, text, search, onType, onInvite, more }: PageProps) {
  const [totalWithoutSearch, setTotalWithoutSearch] = useState(0);
  const shown = useDeferredValue(pages); // keeps typing responsive with thousands of rows
  const { total, needing } = pages[0] ?? { total: 0, needing: 0 };
  const attention = useAttentionText(needing, '/team');
  if (total > totalWithoutSearch && search === '') setTotalWithoutSearch(total);
  if (total === 0 && search === '')
    return (
      <>
        <PageHeader title="Team" />
        <div className="card">
          <EmptyState drawing="seed" title="No direct reports">
            People who report to you appear here.
          </EmptyState>
        </div>
        <WrongReports />
      </>
    );
  return (
    <>
      <PageHeader
        title="Team"
        lede={
          search === ''
            ? `${plural(total, '# direct report', '# direct reports')}. ${attention}`
            : searchSummary(total, search)
        }
        action={<Button onClick={onInvite}>Invite to a program</Button>}
      />
      {totalWithoutSearch >= SEARCH_FROM && (
        <div className="team-search">
          <label className="label" htmlFor="team-search">
            Find a person
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
      <WrongReports />
    </>
  );
}

/** Names the search, because its result stays while another search loads, and if that fails. */
const searchSummary = (total: number, search: string): string =>
  total === 0
    ? `No one in your team has a name or email that starts with “${search}”.`
    : plural(total, '# person found.', '# people found.');
