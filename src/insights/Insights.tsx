import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback } from 'react';
import type { InsightsQuery } from '#contract/insights/insights.ts';
import { PeoplePage } from '#src/insights/people/PeoplePage.tsx';
import NotFound from '#src/not-found/NotFound.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetInsightsQuery } from '#store/insights/insightsApi.ts';
import { FiguresPage } from './FiguresPage.tsx';
import { useInsightsAddress } from './insightsAddress.ts';
import './insights.css';
import '#src/insights/charts/charts.css';

/** The figures of a program, or the people behind one of them. The server decides whose figures the viewer sees. */
export default function Insights() {
  const address = useInsightsAddress();
  if (!address) return <NotFound />;
  const { programId, filter } = address;
  return (
    <div className="content insights">
      {filter === undefined ? (
        <Figures {...address} />
      ) : filter === null ? (
        <Missing />
      ) : (
        <PeoplePage programId={programId} filter={filter} />
      )}
    </div>
  );
}

const Missing = () => (
  <NotFoundState title="No figures found" to="/program" label="Go to Programs">
    The link may be wrong, or no one who reports to you takes part in this program.
  </NotFoundState>
);

interface FiguresProps {
  programId: string;
  query: InsightsQuery;
  compare: number | null;
  change: (query: InsightsQuery) => void;
  compareWith: (days: number | null) => void;
}

function Figures({ programId, query, compare, change, compareWith }: FiguresProps) {
  const result = useGetInsightsQuery(programId ? { programId, ...query } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const onChange = useCallback((values: InsightsQuery) => change(values), [change]);
  return (
    <QueryContent
      query={result}
      title="Insights"
      failure="The figures did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
      missing={<Missing />}
    >
      {(insights) => (
        <FiguresPage
          insights={insights}
          query={query}
          compare={compare}
          isCurrent={result.currentData !== undefined}
          isBusy={result.isFetching}
          onChange={onChange}
          onCompare={compareWith}
        />
      )}
    </QueryContent>
  );
}
