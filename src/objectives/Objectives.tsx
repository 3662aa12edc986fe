import { Loaded } from '#src/ui/Loaded.tsx';
import { SkeletonRows } from '#src/ui/Skeleton.tsx';
import { useListObjectivesQuery } from '#store/objectives/objectivesApi.ts';
import { NewObjective } from './NewObjective.tsx';
import { ObjectiveList } from './ObjectiveList.tsx';
import { ObjectivePage } from './ObjectivePage.tsx';
import { objectivesPath } from './objectivePaths.ts';

const skeleton = <SkeletonRows count={3} />;

/** The list, as a tab of the profile. */
export function Objectives() {
  const query = useListObjectivesQuery();
  return (
    <Loaded query={query} title="Objectives" level={2} what="Your objectives" skeleton={skeleton}>
      {(objectives) => <ObjectiveList objectives={objectives} />}
    </Loaded>
  );
}

/** One of one's own, or a new one: a page of its own. */
export function OwnObjective({ objectiveId }: { objectiveId: string }) {
  const query = useListObjectivesQuery();
  const ideas = query.data?.ideas ?? [];
  if (objectiveId === 'new')
    return (
      <Loaded query={query} title="New objective" what="Your objectives" skeleton={skeleton}>
        {(objectives) => <NewObjective ideas={objectives.ideas} />}
      </Loaded>
    );
  return (
    <ObjectivePage
      objectiveId={objectiveId}
      back={{ to: objectivesPath, label: 'Objectives' }}
      topics={ideas.map(({ topicId, topicTitle }) => ({ topicId, title: topicTitle }))}
    />
  );
}
