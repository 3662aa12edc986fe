import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Content as ContentPage } from '#contract/learning/content.ts';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { LoadMore } from '#src/ui/controls/LoadMore.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Loading, QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { usePageContentInfiniteQuery } from '#store/content/contentApi.ts';
import { ContentFilters } from './ContentFilters.tsx';
import { ContentTable } from './ContentTable.tsx';
import { useContentAddress } from './contentAddress.ts';
import { NewTopicDialog } from './NewTopicDialog.tsx';
import './content.css';

/** The topics of the content library, and the programs that use them. */
export default function Content() {
  const address = useContentAddress();
  const search = useSettled(address.search).trim();
  const query = usePageContentInfiniteQuery({ ...address.filter, ...(search && { search }) });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [isCreating, setCreating] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const pages = query.data?.pages ?? [];
  const topics = pages.flatMap(({ data }) => data);
  const isFiltered = search !== '' || Object.keys(address.filter).length > 0;
  // While the topics load after a search was cleared, and if they fail to, `query.data` is the result of the search.
  const isCurrent = query.currentData !== undefined;
  const isEmpty = isCurrent && topics.length === 0 && !isFiltered && pages[0]?.counts.retired === 0;
  const newTopic = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="icon icon-small" aria-hidden="true" />
      New topic
    </Button>
  );
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Content"
        failure="The content library did not load"
        missing={
          <NotFoundState title="You do not have access to the content library" to="/home" label="Go to Home">
            Only authors can view it. Ask an administrator for access.
          </NotFoundState>
        }
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={5} />
          </>
        }
      >
        {() =>
          isEmpty ? (
            <>
              <PageHeader title="Content" />
              <div className="card">
                <EmptyState drawing="seed" title="The content library is empty" action={newTopic}>
                  A topic is one thing that people learn to do differently. Write one, publish it, and use it
                  in programs.
                </EmptyState>
              </div>
            </>
          ) : (
            <>
              <PageHeader
                title="Content"
                lede={pages[0] && summaryOf(pages[0], isFiltered || !isCurrent)}
                action={newTopic}
              />
              <ContentFilters address={address} content={pages[0]} />
              {Boolean(failure) && (
                <ErrorSummary>
                  <ProblemText message={problemOf(failure).message} />
                </ErrorSummary>
              )}
              {topics.length > 0 ? (
                <ContentTable topics={topics} isBusy={query.isFetching} onFailure={setFailure} />
              ) : isCurrent ? (
                <div className="card">
                  <EmptyState
                    drawing="seed"
                    title="No topics match"
                    action={<Button onClick={address.clear}>Clear filters</Button>}
                  >
                    Change the search or the filters.
                  </EmptyState>
                </div>
              ) : (
                !query.error && <Loading skeleton={<SkeletonRows count={5} />} />
              )}
              {hasNextPage && (
                <LoadMore label="Load more topics" isBusy={isFetchingNextPage} onMore={fetchNextPage} />
              )}
            </>
          )
        }
      </QueryContent>
      {isCreating && <NewTopicDialog onClose={() => setCreating(false)} />}
    </div>
  );
}

/** The counts are those of a search, or of filters, if `isFiltered`. */
function summaryOf({ counts }: ContentPage, isFiltered: boolean) {
  const published = plural(counts.published, '# published topic', '# published topics');
  const all =
    counts.draft === 0 ? published : `${published} and ${plural(counts.draft, '# draft', '# drafts')}`;
  return isFiltered ? `${all} found.` : `${all}.`;
}
