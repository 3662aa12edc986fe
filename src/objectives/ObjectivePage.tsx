import { useState } from 'react';
import type { Objective } from '#contract/objectives.ts';
import { Breadcrumb } from '#src/ui/Breadcrumb.tsx';
import { Button } from '#src/ui/Button.tsx';
import { longDay } from '#src/ui/dates.ts';
import { KeepFocus } from '#src/ui/KeepFocus.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { Privacy } from '#src/ui/Note.tsx';
import { SkeletonCard, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import { useGetObjectiveQuery } from '#store/objectives/objectivesApi.ts';
import { Changes } from './Changes.tsx';
import { EditObjective } from './EditObjective.tsx';
import { Notes } from './Notes.tsx';
import type { TopicOption } from './ObjectiveFieldset.tsx';
import './objectives.css';
import { StateMoves } from './StateMoves.tsx';
import { measureWords, standingWords, stateWords, visibilitySentence } from './words.ts';

interface ObjectivePageProps {
  objectiveId: string;
  back: { to: string; label: string };
  topics?: readonly TopicOption[];
}

/** One objective with its notes and changes: one's own, or one that a report shares. */
export function ObjectivePage({ objectiveId, back, topics = [] }: ObjectivePageProps) {
  const query = useGetObjectiveQuery({ objectiveId });
  return (
    <KeepFocus>
      <Loaded
        query={query}
        title="Objective"
        what="The objective"
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonCard />
          </>
        }
        missing={
          <Missing title="This objective is not there" to={back.to} label={`Go to ${back.label}`}>
            It may be gone, or whoever it belongs to keeps it to themselves.
          </Missing>
        }
      >
        {(objective) => (
          <Page
            key={objective.objectiveId}
            objective={objective}
            back={back}
            topics={topics}
            onReload={() => void query.refetch()}
          />
        )}
      </Loaded>
    </KeepFocus>
  );
}

interface PageProps {
  objective: Objective;
  back: ObjectivePageProps['back'];
  topics: readonly TopicOption[];
  onReload: () => void;
}
function Page({ objective, back, topics, onReload }: PageProps) {
  const [isEditing, setEditing] = useState(false);
  const { title, state, isAtRisk, can, topicId, topicTitle } = objective;
  const options =
    topicId && !topics.some((topic) => topic.topicId === topicId)
      ? [{ topicId, title: topicTitle ?? 'Its topic' }, ...topics]
      : topics;
  return (
    <>
      <Breadcrumb to={back.to} label={back.label} here={title} />
      <div className="page-top">
        <div className="grow stack">
          <h1 className="title-1">{title}</h1>
          <div className="row row-wrap">
            <Tag {...(state === 'achieved' ? { tone: 'primary' as const } : {})}>{stateWords[state]}</Tag>
            {state === 'active' && isAtRisk && <Tag tone="amber">At risk</Tag>}
          </div>
        </div>
        {can.edit && !isEditing && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </div>
      {isEditing ? (
        <EditObjective objective={objective} topics={options} onClose={() => setEditing(false)} />
      ) : (
        <div className="stack-6">
          <Changes objective={objective} />
          <Facts objective={objective} />
          {can.move && <StateMoves objective={objective} onReload={onReload} />}
          <Notes objective={objective} />
        </div>
      )}
    </>
  );
}

function Facts({ objective }: { objective: Objective }) {
  const { why, measure, dueOn, ifThenPlan, topicTitle, visibility } = objective;
  const rows: [label: string, value: string | null][] = [
    ['Why', why],
    ['Measure', measureWords(measure)],
    ['Standing', standingWords(objective)],
    ['Due', dueOn && longDay(dueOn)],
    ['If-then plan', ifThenPlan],
    ['Topic', topicTitle],
  ];
  return (
    <section className="card" aria-label="What it is">
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
      {objective.can.note && <Privacy>{visibilitySentence[visibility]}</Privacy>}
    </section>
  );
}
