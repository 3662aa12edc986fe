import { type BuilderForm, positionOf } from './builderForm.ts';

/** The error of a field as a sentence, by its path in the form. */
export type ErrorOf = (path: string) => string | null;

const labels: Record<string, string> = {
  surveyName: 'Name',
  purpose: 'Purpose',
  mode: 'Who can see the answers',
  audience: 'The selection of people',
  opensOn: 'First day',
  closesOn: 'Last day',
  releasesOn: 'Release day',
  repeatWeeks: 'Repeat',
  k: 'Smallest group',
};
const partLabels: Record<string, string> = {
  text: 'Text',
  lowLabel: 'Lowest',
  highLabel: 'Highest',
  title: 'Title',
};

/** The question that a path is in, and the rest of the path. */
function placeOf(path: string, { questions }: Pick<BuilderForm, 'questions'>) {
  const [, section, , index, rest = ''] =
    /^questions\.sections\.(\d+)(\.questions\.(\d+))?(?:\.(.+))?$/.exec(path) ?? [];
  const found =
    index === undefined ? undefined : questions.sections[Number(section)]?.questions[Number(index)];
  return { section, question: found ?? null, rest };
}

/** The part of the builder with the field, as parameters of the address. */
export function addressOf(path: string, form: Pick<BuilderForm, 'questions'>): Record<string, string> {
  if (path.startsWith('questions.translations')) return { show: 'languages' };
  if (!path.startsWith('questions')) return { show: 'people' };
  const { question } = placeOf(path, form);
  return question ? { question: question.key } : {};
}

/** The error at its field: `Last day is before the first day`, or `Option 2 is missing`. */
export function fieldError(path: string, message: string): string {
  if (!path.startsWith('questions')) return `${labels[path.split('.')[0] ?? ''] ?? path} ${message}`;
  const [, list, index] = /\.(options|rows)\.(\d+)\.text$/.exec(path) ?? [];
  if (list) return `${list === 'rows' ? 'Row' : 'Option'} ${Number(index) + 1} ${message}`;
  const label = partLabels[path.split('.').at(-1) ?? ''];
  return `${label ?? 'The question'} ${message}`;
}

/** The error in the summary, with the question it is in. */
export function summaryError(path: string, message: string, form: Pick<BuilderForm, 'questions'>): string {
  if (!path.startsWith('questions')) return fieldError(path, message);
  const { section, question, rest } = placeOf(path, form);
  if (question) {
    const place = `Question ${positionOf(form.questions, question.key)}`;
    return /(^|\.)(text|lowLabel|highLabel)$/.test(rest)
      ? `${place}: ${fieldError(path, message)}`
      : `${place} ${message}`;
  }
  return section === undefined ? `The survey ${message}` : `Section ${Number(section) + 1} ${message}`;
}
