import { Link } from 'react-router-dom';
import { OBJECTIVES_MAX_ACTIVE, type Objective, type Objectives } from '#contract/objectives.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Empty } from '#src/ui/Empty.tsx';
import { draftChanged } from '#store/drafts/draftsSlice.ts';
import { ObjectiveRow } from './ObjectiveRow.tsx';
import { emptyFields } from './objectiveForm.ts';
import { newObjectivePath, objectivePath } from './objectivePaths.ts';
import './objectives.css';
import { isOver } from './words.ts';

/** One's own objectives, those that run first, and ideas from the topics one chose. */
export function ObjectiveList({ objectives: { data, ideas } }: { objectives: Objectives }) {
  const going = data.filter((objective) => !isOver(objective));
  const over = data.filter(isOver);
  const active = data.filter(({ state }) => state === 'active').length;
  return (
    <>
      <div className="row row-between row-wrap objectives-top">
        <p className="text-2">
          {active === 0
            ? 'Up to five objectives run at once.'
            : `${active} of at most ${OBJECTIVES_MAX_ACTIVE} run now.`}
        </p>
        {data.length > 0 && (
          <Link className={buttonClass('primary')} to={newObjectivePath}>
            New objective
          </Link>
        )}
      </div>
      {data.length === 0 && (
        <div className="card">
          <Empty
            drawing="seed"
            title="No objectives yet"
            action={
              <Link className={buttonClass('primary')} to={newObjectivePath}>
                Make the first one
              </Link>
            }
          >
            An objective is one thing you want to get better at, with a measure and a day. You say who may
            read it.
          </Empty>
        </div>
      )}
      <Group title="Under way" objectives={going} />
      <Ideas ideas={ideas} />
      <Group title="Ended" objectives={over} />
    </>
  );
}

function Group({ title, objectives }: { title: string; objectives: readonly Objective[] }) {
  if (objectives.length === 0) return null;
  return (
    <section className="objective-group" aria-label={title}>
      <h2 className="title-3">{title}</h2>
      <ul>
        {objectives.map((objective) => (
          <ObjectiveRow
            key={objective.objectiveId}
            objective={objective}
            to={objectivePath(objective.objectiveId)}
          />
        ))}
      </ul>
    </section>
  );
}

/** Something to begin with: the topics one chose, said as objectives. */
function Ideas({ ideas }: Pick<Objectives, 'ideas'>) {
  const dispatch = useAppDispatch();
  if (ideas.length === 0) return null;
  return (
    <section className="objective-group" aria-labelledby="ideas">
      <h2 className="title-3" id="ideas">
        Ideas from your topics
      </h2>
      <ul>
        {ideas.map(({ topicId, topicTitle, title, ifThenPlan }) => (
          <li key={topicId} className="objective-row">
            <div className="grow">
              <p className="strong">{title}</p>
              <p className="small text-3">From “{topicTitle}”</p>
            </div>
            <Link
              className={buttonClass('outlined', true)}
              to={newObjectivePath}
              aria-label={`Use this idea: ${title}`}
              onClick={() =>
                dispatch(
                  draftChanged({
                    key: 'objective/new',
                    text: JSON.stringify({ ...emptyFields, title, topicId, ifThenPlan: ifThenPlan ?? '' }),
                  }),
                )
              }
            >
              Use this
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
