import {
  type NewObjective,
  newObjectiveSchema,
  type Objective,
  type ObjectiveEdit,
  objectiveEditSchema,
} from '#contract/objectives.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import { longDay } from '#src/ui/dates.ts';
import { measureWords, visibilityWords } from './words.ts';

/** What the form holds: each field as it is typed. */
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
  from: objective.measure.kind === 'number' ? String(objective.measure.from) : '',
  to: objective.measure.kind === 'number' ? String(objective.measure.to) : '',
  dueOn: objective.dueOn ?? '',
  ifThenPlan: objective.ifThenPlan ?? '',
  topicId: objective.topicId ?? '',
  visibility: objective.visibility,
});

/** Labels by the path in the request, under which the service names what is wrong. */
export const fieldLabels: Record<string, string> = {
  title: 'Title',
  why: 'Why',
  'measure.text': 'How you will see it',
  'measure.unit': 'Unit',
  'measure.from': 'From',
  'measure.to': 'To',
  dueOn: 'Due',
  ifThenPlan: 'If-then plan',
  topicId: 'Topic',
  visibility: 'Who may read it',
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
            from: Number(fields.from),
            to: Number(fields.to),
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

/** What a number field holds that is none; the contract would only say that it is not valid. */
function numberErrors({ measureKind, from, to }: ObjectiveFields): Record<string, string> {
  if (measureKind !== 'number') return {};
  const wrong = (text: string) => {
    if (text.trim() === '') return 'is missing';
    return Number.isFinite(Number(text)) ? null : 'is not a number';
  };
  const found = { 'measure.from': wrong(from), 'measure.to': wrong(to) };
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

/** What is compared as one thing when two people changed the same objective, and what it is made of. */
export interface Part {
  name: string;
  label: string;
  holds: readonly (keyof ObjectiveFields)[];
  words: (fields: ObjectiveFields, topicTitle: (topicId: string) => string) => string;
}
const text = (name: keyof ObjectiveFields, label: string): Part => ({
  name,
  label,
  holds: [name],
  words: (fields) => fields[name].trim(),
});
export const parts: readonly Part[] = [
  text('title', 'Title'),
  text('why', 'Why'),
  {
    name: 'measure',
    label: 'Measure',
    holds: ['measureKind', 'measureText', 'unit', 'from', 'to'],
    words: (fields) => measureWords(commonOf(fields).measure),
  },
  {
    name: 'dueOn',
    label: 'Due',
    holds: ['dueOn'],
    words: ({ dueOn }) => (dueOn === '' ? '' : longDay(dueOn)),
  },
  text('ifThenPlan', 'If-then plan'),
  {
    name: 'topicId',
    label: 'Topic',
    holds: ['topicId'],
    words: ({ topicId }, topicTitle) => (topicId === '' ? '' : topicTitle(topicId)),
  },
  {
    name: 'visibility',
    label: 'Who may read it',
    holds: ['visibility'],
    words: ({ visibility }) => visibilityWords[visibilityOf(visibility)],
  },
];

export const differs = ({ holds }: Part, a: ObjectiveFields, b: ObjectiveFields) =>
  holds.some((name) => a[name].trim() !== b[name].trim());

export type Side = 'mine' | 'theirs';
/** What only one side changed is taken from that side; what both changed begins as one's own and is asked about. */
export function startingSides(base: ObjectiveFields, mine: ObjectiveFields): Record<string, Side> {
  return Object.fromEntries(parts.map((part) => [part.name, differs(part, mine, base) ? 'mine' : 'theirs']));
}
export function merged(
  mine: ObjectiveFields,
  theirs: ObjectiveFields,
  sides: Record<string, Side>,
): ObjectiveFields {
  const taken = parts
    .filter(({ name }) => sides[name] === 'theirs')
    .flatMap(({ holds }) => holds.map((name) => [name, theirs[name]]));
  return { ...mine, ...Object.fromEntries(taken) };
}
