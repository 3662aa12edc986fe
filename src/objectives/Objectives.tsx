import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useListObjectivesQuery } from '#store/objectives/objectivesApi.ts';
import { NewObjective } from './NewObjective.tsx';
import { ObjectiveList } from './ObjectiveList.tsx';
import { ObjectivePage } from './ObjectivePage.tsx';
import { objectivesPath } from './objectivePaths.ts';

const skeleton = <SkeletonRows count={3} />;

/** The list of the viewer's objectives, a tab of the profile. */
export function Objectives() {
  const query = useListObjectivesQuery();
  return (
    <QueryContent
      query={query}
      title="Objectives"
      level={2}
      failure="Your objectives did not load"
      skeleton={skeleton}
    >
      {(objectives) => <ObjectiveList objectives={objectives} />}
    </QueryContent>
  );
}

/** One of the viewer's objectives, or the form for a new one. */
export function OwnObjective({ objectiveId }: { objectiveId: string }) {
  const query = useListObjectivesQuery();
  const ideas = query.data?.ideas ?? [];
  if (objectiveId === 'new')
    return (
      <QueryContent
        query={query}
        title="New objective"
        failure="Your objectives did not load"
        skeleton={skeleton}
      >
        {(objectives) => <NewObjective ideas={objectives.ideas} />}
      </QueryContent>
    );
  return (
    <ObjectivePage
      objectiveId={objectiveId}
      back={{ to: objectivesPath, label: 'Objectives' }}
      topics={ideas.map(({ topicId, topicTitle }) => ({ topicId, title: topicTitle }))}
    />
  );
}
