import { Flag, Play, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Challenge } from '#contract/learning/challenges.ts';
import { graphOf } from '#contract/learning/scenarioGraph.ts';
import { NumberField } from '#src/forms/NumberField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { newChoice, newScene } from './editChallenges.ts';
import { ScenarioMap } from './ScenarioMap.tsx';
import { fieldId } from './topicTexts.ts';

type Scenario = Extract<Challenge, { kind: 'scenario' }>;
export type Scene = Scenario['places'][number];
type Choice = Scene['choices'][number];
type ErrorOf = (path: string) => string | null;

const MAX_ITEMS = 30;
const END = '';

interface ScenarioEditorProps {
  scenario: Scenario;
  at: string;
  errorOf: ErrorOf;
  onChange: (scenario: Scenario) => void;
  onRemove: () => void;
}

/** The scenes of a branching scenario: a map with what is wrong, and every scene with its choices. */
export function ScenarioEditor({ scenario, at, errorOf, onChange, onRemove }: ScenarioEditorProps) {
  const { places, passAt, start } = scenario;
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
    <section className="quiz-editor stack-4" aria-label="Scenario" id={fieldId(path)} tabIndex={-1}>
      <div className="row row-between">
        <h3 className="title-3">
          {`${plural(places.length, '# scene', '# scenes')}, ${plural(graph.endings.length, '# ending', '# endings')}`}
        </h3>
        <Button variant="plain" small onClick={onRemove}>
          Remove scenario
        </Button>
      </div>
      {error && <p className="field-error">{error}</p>}
      <div className="editor-narrow">
        <NumberField
          label="Pass mark in percent"
          id={fieldId(`${at}.passAt`)}
          max={100}
          value={passAt}
          error={errorOf(`${at}.passAt`)}
          onChange={(value) => onChange({ ...scenario, passAt: Math.min(100, Math.max(1, value ?? 1)) })}
        />
      </div>
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
          onStart={() => onChange({ ...scenario, start: scene.key })}
          onRemove={places.length > 2 ? () => remove(scene.key) : null}
        />
      )}
    </section>
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
  const error = errorOf(`${at}.choices`);
  return (
    <fieldset className="quiz-question stack-3">
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
      <Field label="What happens" id={fieldId(`${at}.text`)} error={errorOf(`${at}.text`)}>
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={3}
            maxLength={1_500}
            value={scene.text}
            onChange={(event) => onChange({ ...scene, text: event.currentTarget.value })}
          />
        )}
      </Field>
      <div id={fieldId(`${at}.choices`)} tabIndex={-1} className="stack-3">
        {choices.map((choice, index) => (
          <ChoiceFields
            key={choice.key}
            choice={choice}
            number={index + 1}
            scene={scene}
            scenario={scenario}
            at={`${at}.choices.${index}`}
            errorOf={errorOf}
            onChange={(next) =>
              onChange({ ...scene, choices: choices.map((one) => (one.key === next.key ? next : one)) })
            }
            onRemove={() => onChange({ ...scene, choices: choices.filter((one) => one !== choice) })}
          />
        ))}
        {choices.length === 0 && <p className="text-2">Without choices, the scenario ends here.</p>}
        {error && <p className="field-error">{error}</p>}
      </div>
      {choices.length < MAX_ITEMS && (
        <div className="row">
          <Button small onClick={() => onChange({ ...scene, choices: [...choices, newChoice(choices)] })}>
            Add choice
          </Button>
        </div>
      )}
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
  onChange: (choice: Choice) => void;
  onRemove: () => void;
}

function ChoiceFields({
  choice,
  number,
  scene,
  scenario,
  at,
  errorOf,
  onChange,
  onRemove,
}: ChoiceFieldsProps) {
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
    <fieldset className="scenario-choice stack-3">
      <legend className="visually-hidden">{`Choice ${number}`}</legend>
      <TextField
        label={`Choice ${number}: what the learner does`}
        id={fieldId(`${at}.text`)}
        maxLength={300}
        value={choice.text}
        error={errorOf(`${at}.text`)}
        onChange={(text) => onChange({ ...choice, text })}
      />
      <label className="row">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`Choice ${number} is right`}
          checked={choice.isGood}
          onChange={(event) => onChange({ ...choice, isGood: event.currentTarget.checked })}
        />
        This choice is right
      </label>
      <TextField
        label={choice.isGood ? 'Right, because' : 'Wrong, because'}
        id={fieldId(`${at}.reason`)}
        maxLength={500}
        value={choice.reason}
        error={errorOf(`${at}.reason`)}
        onChange={(reason) => onChange({ ...choice, reason })}
      />
      <div className="row row-wrap row-between">
        <SelectField
          label={`Choice ${number} leads to`}
          options={targets}
          value={choice.to ?? END}
          onChange={(to) => onChange({ ...choice, to: to === END ? null : to })}
        />
        <Button variant="plain" small onClick={onRemove} aria-label={`Remove choice ${number}`}>
          Remove choice
        </Button>
      </div>
    </fieldset>
  );
}
