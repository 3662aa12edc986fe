import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { OBJECTIVES_MAX_ACTIVE, type Objective, type Objectives } from '#contract/learning/objectives.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { ObjectiveRow } from './ObjectiveRow.tsx';
import { emptyFields, NEW_DRAFT_KEY } from './objectiveForm.ts';
import { newObjectivePath, objectivePath } from './objectivePaths.ts';
import './objectives.css';
import { hasEnded } from './objectiveLabels.ts';

/** The viewer's objectives, open ones first, and ideas from the selected topics. */
export function ObjectiveList({ objectives: { data, ideas } }: { objectives: Objectives }) {
  const open = data.filter((objective) => !hasEnded(objective));
  const ended = data.filter(hasEnded);
  const active = data.filter(({ state }) => state === 'active').length;
  return (
    <>
      <div className="row row-between row-wrap objectives-top">
        <p className="text-2">
          {active === 0
            ? `You can have up to ${OBJECTIVES_MAX_ACTIVE} active objectives.`
            : `${plural(active, '# active objective', '# active objectives')}. The maximum is ${OBJECTIVES_MAX_ACTIVE}.`}
        </p>
        {data.length > 0 && (
          <Link className={buttonClass('primary')} to={newObjectivePath}>
            New objective
          </Link>
        )}
      </div>
      {data.length === 0 && (
        <div className="card">
          <EmptyState
            drawing="seed"
            title="No objectives yet"
            action={
              <Link className={buttonClass('primary')} to={newObjectivePath}>
                Create objective
              </Link>
            }
          >
            An objective is one thing you want to get better at, with a measure and a due date. You decide who
            can read it.
          </EmptyState>
        </div>
      )}
      <Group title="Open" objectives={open} />
      <Ideas ideas={ideas} />
      <Group title="Ended" objectives={ended} />
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

type Idea = Objectives['ideas'][number];
const draftOf = ({ title, topicId, ifThenPlan }: Idea) =>
  JSON.stringify({ ...emptyFields, title, topicId, ifThenPlan: ifThenPlan ?? '' });

/** Suggests an objective for each selected topic. */
function Ideas({ ideas }: Pick<Objectives, 'ideas'>) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const draft = useAppSelector((state) => selectDraft(state, NEW_DRAFT_KEY));
  const [replacing, setReplacing] = useState<Idea | null>(null);
  if (ideas.length === 0) return null;
  /** An idea that the user has not changed can be replaced without a question. */
  const isDraftTyped = draft !== '' && !ideas.some((idea) => draftOf(idea) === draft);
  const take = (idea: Idea) => dispatch(draftChanged({ key: NEW_DRAFT_KEY, text: draftOf(idea) }));
  return (
    <section className="objective-group" aria-labelledby="ideas">
      <h2 className="title-3" id="ideas">
        Ideas from your topics
      </h2>
      <ul>
        {ideas.map((idea) => (
          <li key={idea.topicId} className="objective-row">
            <div className="grow">
              <p className="strong">{idea.title}</p>
              <p className="small text-3">From “{idea.topicTitle}”</p>
            </div>
            <Link
              className={buttonClass('outlined', true)}
              to={newObjectivePath}
              aria-label={`Use this idea: ${idea.title}`}
              onClick={(event) => {
                if (!isDraftTyped) return take(idea);
                event.preventDefault();
                setReplacing(idea);
              }}
            >
              Use this idea
            </Link>
          </li>
        ))}
      </ul>
      {replacing && (
        <Dialog title="Replace your unsaved objective?" onClose={() => setReplacing(null)}>
          <div className="stack-4">
            <p>You have started a new objective and not saved it. This idea replaces what you entered.</p>
            <div className="row row-wrap dialog-end">
              <Button variant="plain" onClick={() => setReplacing(null)}>
                Cancel
              </Button>
              <Button onClick={() => void navigate(newObjectivePath)}>Keep my objective</Button>
              <Button
                variant="primary"
                onClick={() => {
                  take(replacing);
                  void navigate(newObjectivePath);
                }}
              >
                Use the idea
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </section>
  );
}
