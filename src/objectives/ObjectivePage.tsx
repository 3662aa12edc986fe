import { useState } from 'react';
import type { Objective } from '#contract/learning/objectives.ts';
import { objectiveVisibility } from '#contract/visibility.ts';
import { POLLED } from '#src/app/polling.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { PrivacyNote } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetObjectiveQuery } from '#store/objectives/objectivesApi.ts';
import { EditObjective } from './EditObjective.tsx';
import { ObjectiveChanges } from './ObjectiveChanges.tsx';
import type { TopicOption } from './ObjectiveFieldset.tsx';
import { ObjectiveNotes } from './ObjectiveNotes.tsx';
import { ObjectiveProgress } from './ObjectiveProgress.tsx';
import './objectives.css';
import { measureText, stateLabels } from './objectiveLabels.ts';
import { StateActions } from './StateActions.tsx';

interface ObjectivePageProps {
  objectiveId: string;
  back: { to: string; label: string };
  topics?: readonly TopicOption[];
}

/** An objective with its notes and changes: the viewer's own, or one that is shared with the viewer. */
export function ObjectivePage({ objectiveId, back, topics = [] }: ObjectivePageProps) {
  // No notification says that the owner answered a change, wrote a note or changed the state.
  const query = useGetObjectiveQuery({ objectiveId }, POLLED);
  return (
    <QueryContent
      query={query}
      title="Objective"
      failure="The objective did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonCard />
        </>
      }
      missing={
        <NotFoundState title="Objective not found" to={back.to} label={`Go to ${back.label}`}>
          The link may be wrong, or you may not have access.
        </NotFoundState>
      }
    >
      {(objective) => <Page key={objective.objectiveId} objective={objective} back={back} topics={topics} />}
    </QueryContent>
  );
}

interface PageProps {
  objective: Objective;
  back: ObjectivePageProps['back'];
  topics: readonly TopicOption[];
}
function Page({ objective, back, topics }: PageProps) {
  const [isEditing, setEditing] = useState(false);
  const { title, state, isAtRisk, can, topicId, topicTitle } = objective;
  const options =
    topicId && !topics.some((topic) => topic.topicId === topicId)
      ? [{ topicId, title: topicTitle ?? 'Current topic' }, ...topics]
      : topics;
  return (
    <>
      <Breadcrumb to={back.to} label={back.label} here={title} />
      <div className="page-top">
        <div className="grow stack">
          <h1 className="title-1">{title}</h1>
          <div className="row row-wrap">
            <Tag {...(state === 'achieved' ? { tone: 'primary' as const } : {})}>{stateLabels[state]}</Tag>
            {state === 'active' && isAtRisk && <Tag tone="amber">At risk</Tag>}
          </div>
        </div>
        {can.edit && !isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </div>
      {isEditing ? (
        <EditObjective objective={objective} topics={options} onClose={() => setEditing(false)} />
      ) : (
        <div className="stack-6">
          <ObjectiveChanges objective={objective} />
          <ObjectiveProgress objective={objective} />
          <Facts objective={objective} />
          {can.move && <StateActions objective={objective} />}
          <ObjectiveNotes objective={objective} />
        </div>
      )}
    </>
  );
}

function Facts({ objective }: { objective: Objective }) {
  const { longDay } = useFormats();
  const { why, measure, dueOn, ifThenPlan, topicTitle } = objective;
  const rows: [label: string, value: string | null][] = [
    ['Why', why],
    ['Measure', measureText(measure)],
    ['Due', dueOn && longDay(dueOn)],
    ['If-then plan', ifThenPlan],
    ['Topic', topicTitle],
  ];
  return (
    <section className="card" aria-label="Details">
      <dl className="facts">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {/* The sentence speaks to the owner, the only one who can change the state. */}
      {objective.can.move && <PrivacyNote>{objectiveVisibility(objective)}</PrivacyNote>}
    </section>
  );
}
