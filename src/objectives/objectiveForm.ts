import {
  type NewObjective,
  newObjectiveSchema,
  type Objective,
  type ObjectiveEdit,
  objectiveEditSchema,
} from '#contract/learning/objectives.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import type { Formats } from '#src/ui/text/formats.ts';
import { notANumber, numberText, readNumber } from '#src/ui/text/numberInput.ts';
import { measureText, visibilityLabels } from './objectiveLabels.ts';

/** Form values as typed. */
export type ObjectiveFields = {
  title: string;
  why: string;
  measureKind: string;
  measureText: string;
  unit: string;
  from: string;
  to: string;
  dueOn: string;
  ifThenPlan: string;
  topicId: string;
  visibility: string;
  reason: string;
};

/** Key of the draft of an objective that does not exist yet. */
export const NEW_DRAFT_KEY = 'objective/new';

export const emptyFields: ObjectiveFields = {
  title: '',
  why: '',
  measureKind: 'text',
  measureText: '',
  unit: '',
  from: '',
  to: '',
  dueOn: '',
  ifThenPlan: '',
  topicId: '',
  visibility: 'private',
  reason: '',
};

export const fieldsOf = (objective: Objective): ObjectiveFields => ({
  ...emptyFields,
  title: objective.title,
  why: objective.why ?? '',
  measureKind: objective.measure.kind,
  measureText: objective.measure.kind === 'text' ? objective.measure.text : '',
  unit: objective.measure.kind === 'number' ? (objective.measure.unit ?? '') : '',
  from: objective.measure.kind === 'number' ? numberText(objective.measure.from) : '',
  to: objective.measure.kind === 'number' ? numberText(objective.measure.to) : '',
  dueOn: objective.dueOn ?? '',
  ifThenPlan: objective.ifThenPlan ?? '',
  topicId: objective.topicId ?? '',
  visibility: objective.visibility,
});

/** Labels by request path. Field errors of the server use the same paths. */
export const fieldLabels: Record<string, string> = {
  title: 'Title',
  why: 'Why',
  'measure.text': 'Success measure',
  'measure.unit': 'Unit',
  'measure.from': 'Start value',
  'measure.to': 'Target value',
  dueOn: 'Due',
  ifThenPlan: 'If-then plan',
  topicId: 'Topic',
  visibility: 'Visibility',
  reason: 'Reason',
};

const orNull = (text: string) => text.trim() || null;
const visibilityOf = (text: string): Objective['visibility'] =>
  text === 'coach' || text === 'manager' ? text : 'private';

function commonOf(fields: ObjectiveFields) {
  return {
    title: fields.title.trim(),
    why: orNull(fields.why),
    measure:
      fields.measureKind === 'number'
        ? {
            kind: 'number' as const,
            unit: orNull(fields.unit),
            from: readNumber(fields.from) ?? 0,
            to: readNumber(fields.to) ?? 0,
          }
        : { kind: 'text' as const, text: fields.measureText.trim() },
    dueOn: orNull(fields.dueOn),
    ifThenPlan: orNull(fields.ifThenPlan),
    topicId: orNull(fields.topicId),
    visibility: visibilityOf(fields.visibility),
  };
}
export const newOf = (fields: ObjectiveFields, state: NewObjective['state']): NewObjective => ({
  ...commonOf(fields),
  state,
});
export const editOf = (fields: ObjectiveFields, version: number): ObjectiveEdit => ({
  ...commonOf(fields),
  version,
  reason: orNull(fields.reason),
});

/** Errors of number fields, because the contract's messages are too general for these fields. */
function numberErrors({ measureKind, from, to }: ObjectiveFields): Record<string, string> {
  if (measureKind !== 'number') return {};
  const errorOf = (text: string) => {
    if (text.trim() === '') return 'is missing';
    return readNumber(text) === null ? notANumber() : null;
  };
  const found = { 'measure.from': errorOf(from), 'measure.to': errorOf(to) };
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

export const errorsInNew = (fields: ObjectiveFields) => ({
  ...errorsOf(newObjectiveSchema.safeParse(newOf(fields, 'active'))),
  ...numberErrors(fields),
});
export const errorsInEdit = (fields: ObjectiveFields, version: number, needsReason: boolean) => ({
  ...errorsOf(objectiveEditSchema.safeParse(editOf(fields, version))),
  ...numberErrors(fields),
  ...(needsReason && fields.reason.trim() === '' ? { reason: 'is missing' } : {}),
});

/** The path of the error of a field whose name differs from it. */
const errorPaths: Partial<Record<keyof ObjectiveFields, string>> = {
  measureText: 'measure.text',
  unit: 'measure.unit',
  from: 'measure.from',
  to: 'measure.to',
};
/** The errors without those of changed fields: an error describes the value that was checked. */
export function errorsAfter(errors: Record<string, string>, change: Partial<ObjectiveFields>) {
  const changed = (Object.keys(change) as (keyof ObjectiveFields)[]).map((name) => errorPaths[name] ?? name);
  const isChanged = (path: string) =>
    changed.includes(path) || (change.measureKind !== undefined && path.startsWith('measure'));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isChanged(path)));
}

/** A part of an objective with its form fields. If 2 people changed it, the whole part is compared. */
export interface Part {
  name: string;
  label: string;
  fields: readonly (keyof ObjectiveFields)[];
  textOf: (
    fields: ObjectiveFields,
    context: { topicTitle: (topicId: string) => string; longDay: Formats['longDay'] },
  ) => string;
}
const text = (name: keyof ObjectiveFields, label: string): Part => ({
  name,
  label,
  fields: [name],
  textOf: (fields) => fields[name].trim(),
});
export const parts: readonly Part[] = [
  text('title', 'Title'),
  text('why', 'Why'),
  {
    name: 'measure',
    label: 'Measure',
    fields: ['measureKind', 'measureText', 'unit', 'from', 'to'],
    textOf: (fields) => measureText(commonOf(fields).measure),
  },
  {
    name: 'dueOn',
    label: 'Due',
    fields: ['dueOn'],
    textOf: ({ dueOn }, { longDay }) => (dueOn === '' ? '' : longDay(dueOn)),
  },
  text('ifThenPlan', 'If-then plan'),
  {
    name: 'topicId',
    label: 'Topic',
    fields: ['topicId'],
    textOf: ({ topicId }, { topicTitle }) => (topicId === '' ? '' : topicTitle(topicId)),
  },
  {
    name: 'visibility',
    label: 'Visibility',
    fields: ['visibility'],
    textOf: ({ visibility }) => visibilityLabels[visibilityOf(visibility)],
  },
];

export const differs = ({ fields }: Part, a: ObjectiveFields, b: ObjectiveFields) =>
  fields.some((name) => a[name].trim() !== b[name].trim());

export type Side = 'mine' | 'theirs';
/**
 * A part that only one side changed is taken from that side. For a part that both sides changed, the viewer's version
 * is preselected.
 */
export function initialSides(base: ObjectiveFields, mine: ObjectiveFields): Record<string, Side> {
  return Object.fromEntries(parts.map((part) => [part.name, differs(part, mine, base) ? 'mine' : 'theirs']));
}
export function merged(
  mine: ObjectiveFields,
  theirs: ObjectiveFields,
  sides: Record<string, Side>,
): ObjectiveFields {
  const takenFields = parts
    .filter(({ name }) => sides[name] === 'theirs')
    .flatMap(({ fields }) => fields.map((name) => [name, theirs[name]]));
  return { ...mine, ...Object.fromEntries(takenFields) };
}

/** The fields with errors, in the order of the form, as links for the error summary. */
export const fieldErrorLinks = (errors: Record<string, string>, idOf: (path: string) => string) =>
  Object.keys(fieldLabels).flatMap((path) =>
    errors[path] ? [{ id: idOf(path), text: `${fieldLabels[path]} ${errors[path]}` }] : [],
  );
