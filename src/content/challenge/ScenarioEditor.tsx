import { Flag, Play, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { graphOf } from '#contract/learning/scenarioGraph.ts';
import { AnswerFields } from '#src/content/fields/AnswerFields.tsx';
import { EditableList, type ErrorOf } from '#src/content/fields/EditableList.tsx';
import { LongTextField } from '#src/content/fields/LongTextField.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { type ChallengeEditorProps, ChallengeSection, type Of } from './ChallengeSection.tsx';
import { type Choice, MAX_ITEMS, newChoice, newScene, type Scene } from './editChallenges.ts';
import { ScenarioMap } from './ScenarioMap.tsx';

type Scenario = Of<'scenario'>;
const END = '';

/** The scenes of a branching scenario: a map with the problems, and every scene with its choices. */
export function ScenarioEditor(props: ChallengeEditorProps<Scenario>) {
  const { challenge: scenario, at, errorOf, onChange } = props;
  const { places, start } = scenario;
  const [openKey, setOpenKey] = useState(start);
  const graph = graphOf(scenario);
  const path = `${at}.places`;
  const index = Math.max(
    0,
    places.findIndex(({ key }) => key === openKey),
  );
  const scene = places[index];
  const open = (key: string) => {
    flushSync(() => setOpenKey(key));
    document.getElementById(fieldId(`${path}.${places.findIndex((one) => one.key === key)}.text`))?.focus();
  };
  const add = () => {
    const added = newScene(places);
    flushSync(() => {
      onChange({ ...scenario, places: [...places, added] });
      setOpenKey(added.key);
    });
    document.getElementById(fieldId(`${path}.${places.length}.text`))?.focus();
  };
  const replace = (next: Scene) =>
    onChange({ ...scenario, places: places.map((one) => (one.key === next.key ? next : one)) });
  const remove = (key: string) => {
    const rest = places
      .filter((one) => one.key !== key)
      .map((one) => ({
        ...one,
        choices: one.choices.map((choice) => (choice.to === key ? { ...choice, to: null } : choice)),
      }));
    onChange({ ...scenario, places: rest, start: start === key ? (rest[0]?.key ?? start) : start });
    setOpenKey(rest[0]?.key ?? '');
  };
  const error = errorOf(path);
  return (
    <ChallengeSection
      {...props}
      name="Scenario"
      heading={`${plural(places.length, '# scene', '# scenes')}, ${plural(graph.endings.length, '# ending', '# endings')}`}
      removeLabel="Remove scenario"
    >
      {error && <p className="field-error">{error}</p>}
      <ScenarioMap scenario={scenario} graph={graph} openKey={scene?.key ?? ''} onOpen={open} />
      {places.length < MAX_ITEMS && (
        <div className="row">
          <Button small onClick={add}>
            Add scene
          </Button>
        </div>
      )}
      {scene && (
        <SceneFields
          key={scene.key}
          scene={scene}
          number={index + 1}
          scenario={scenario}
          at={`${path}.${index}`}
          errorOf={errorOf}
          isUnreachable={graph.unreachable.includes(scene.key)}
          isDeadEnd={graph.deadEnds.includes(scene.key)}
          onChange={replace}
          onStart={() => {
            flushSync(() => onChange({ ...scenario, start: scene.key }));
            open(scene.key); // the button with the focus is gone
          }}
          onRemove={places.length > 2 ? () => remove(scene.key) : null}
        />
      )}
    </ChallengeSection>
  );
}

interface SceneFieldsProps {
  scene: Scene;
  number: number;
  scenario: Scenario;
  at: string;
  errorOf: ErrorOf;
  isUnreachable: boolean;
  isDeadEnd: boolean;
  onChange: (scene: Scene) => void;
  onStart: () => void;
  onRemove: (() => void) | null;
}

function SceneFields(props: SceneFieldsProps) {
  const { scene, number, scenario, at, errorOf, isUnreachable, isDeadEnd, onChange, onStart, onRemove } =
    props;
  const { choices } = scene;
  const isStart = scenario.start === scene.key;
  return (
    <fieldset className="stack-3">
      <legend className="title-3">{`Scene ${number}`}</legend>
      <div className="row row-wrap">
        {isStart ? (
          <Tag tone="primary">
            <Play className="icon icon-small" aria-hidden="true" />
            Start
          </Tag>
        ) : (
          <Button variant="plain" small onClick={onStart}>
            Start here
          </Button>
        )}
        {choices.length === 0 && (
          <Tag>
            <Flag className="icon icon-small" aria-hidden="true" />
            Ending
          </Tag>
        )}
        {isUnreachable && (
          <Tag tone="amber">
            <TriangleAlert className="icon icon-small" aria-hidden="true" />
            No choice leads here
          </Tag>
        )}
        {isDeadEnd && (
          <Tag tone="berry">
            <TriangleAlert className="icon icon-small" aria-hidden="true" />
            No ending can be reached from here
          </Tag>
        )}
        {onRemove && (
          <Button variant="plain" small onClick={onRemove} aria-label={`Remove scene ${number}`}>
            Remove scene
          </Button>
        )}
      </div>
      <LongTextField
        label="What happens"
        at={`${at}.text`}
        rows={3}
        maxLength={1_500}
        value={scene.text}
        errorOf={errorOf}
        onChange={(text) => onChange({ ...scene, text })}
      />
      {choices.length === 0 && <p className="text-2">Without choices, the scenario ends here.</p>}
      <EditableList
        noun="choice"
        items={choices}
        at={`${at}.choices`}
        min={0}
        max={MAX_ITEMS}
        errorOf={errorOf}
        newItem={() => newChoice(choices)}
        onChange={(next) => onChange({ ...scene, choices: next })}
      >
        {(choice, index, change) => (
          <ChoiceFields
            choice={choice}
            number={index + 1}
            scene={scene}
            scenario={scenario}
            at={`${at}.choices.${index}`}
            errorOf={errorOf}
            onChange={change}
          />
        )}
      </EditableList>
    </fieldset>
  );
}

interface ChoiceFieldsProps {
  choice: Choice;
  number: number;
  scene: Scene;
  scenario: Scenario;
  at: string;
  errorOf: ErrorOf;
  onChange: (values: Partial<Choice>) => void;
}

function ChoiceFields({ choice, number, scene, scenario, at, errorOf, onChange }: ChoiceFieldsProps) {
  const targets = [
    { value: END, label: 'The scenario ends' },
    ...scenario.places
      .map(({ key, text }, index) => ({
        key,
        value: key,
        label: `Scene ${index + 1}: ${text.slice(0, 40) || 'no text yet'}`,
      }))
      .filter(({ key }) => key !== scene.key),
  ];
  return (
    <fieldset className="stack-3">
      <legend className="visually-hidden">{`Choice ${number}`}</legend>
      <AnswerFields
        label={`Choice ${number}: what the learner does`}
        text={choice.text}
        reasonLabel={choice.isGood ? 'Right, because' : 'Wrong, because'}
        reason={choice.reason}
        at={at}
        errorOf={errorOf}
        onChange={onChange}
      />
      <label className="row">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`Choice ${number} is right`}
          checked={choice.isGood}
          onChange={(event) => onChange({ isGood: event.currentTarget.checked })}
        />
        This choice is right
      </label>
      <SelectField
        label={`Choice ${number} leads to`}
        options={targets}
        value={choice.to ?? END}
        onChange={(to) => onChange({ to: to === END ? null : to })}
      />
    </fieldset>
  );
}
