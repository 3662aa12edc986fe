import type { Answer } from '#contract/surveys/answers.ts';
import {
  CANNOT_JUDGE,
  isDeclinable,
  listQuestions,
  type Option,
  type Question,
} from '#contract/surveys/questions.ts';
import type { Cell, Figures, Results } from '#contract/surveys/results.ts';
import { asc, eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { surveyParticipations, surveyResponses } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { csvLine } from '#server/http/csv.ts';
import { notFound, notPossible } from '#server/http/httpError.ts';
import { participantOf } from '#server/people/index.ts';
import { listActions } from '#server/surveys/actions/actions.ts';
import { protectedFigures } from './protection.ts';
import { shuffle } from './randomOrder.ts';
import { lockReleases, readEarlierReleases, readMembers, readRounds } from './rounds.ts';
import type { SurveyRow } from './surveysRepository.ts';

/** Computes the figures of a closed survey for its release, judged together with all earlier releases. */
export async function figuresOf(tx: TenantTransaction, survey: SurveyRow): Promise<Figures> {
  await lockReleases(tx);
  const responses = await tx
    .select({ segmentId: surveyResponses.segmentId, answers: surveyResponses.answers })
    .from(surveyResponses)
    .where(eq(surveyResponses.surveyId, survey.id))
    .orderBy(asc(surveyResponses.id));
  const people = await tx.$count(surveyParticipations, eq(surveyParticipations.surveyId, survey.id));
  return protectedFigures({
    questions: survey.questions,
    responses,
    segments: survey.segments ?? [],
    people,
    k: survey.mode === 'named' ? null : survey.k,
    shuffle,
    ...(survey.mode !== 'named' && {
      earlier: await readEarlierReleases(tx, survey),
      members: await readMembers(tx, survey.id),
    }),
  });
}

/** The released figures, for the screen and the export. */
export async function readResults(tx: TenantTransaction, survey: SurveyRow): Promise<Results> {
  const { results, releasedAt } = survey;
  // Only the person and their coaches can read 360 feedback.
  if (survey.subjectId !== null) throw notFound();
  if (!results || !releasedAt)
    throw notPossible('The results are not released yet. Close the survey and release them.');
  return {
    ...results,
    surveyId: survey.id,
    surveyName: survey.name,
    mode: survey.mode,
    k: survey.k,
    releasedAt: releasedAt.toISOString(),
    actions: await listActions(tx, survey.id),
    ends: endsOf(survey.questions),
    rounds: await readRounds(tx, survey),
    named: survey.mode === 'named' ? await readNamed(tx, survey) : null,
  };
}

/** The questions of an opened survey never change, so these are the texts that people saw. */
const endsOf = (questions: SurveyRow['questions']): Results['ends'] =>
  Object.fromEntries(
    listQuestions(questions).flatMap((question) =>
      question.type === 'rating'
        ? [[question.key, { low: question.lowLabel, high: question.highLabel }]]
        : [],
    ),
  );

/** Each person's answers in a named survey. Erased people are not included. */
async function readNamed(
  tx: TenantTransaction,
  { id, questions }: Pick<SurveyRow, 'id' | 'questions'>,
): Promise<Results['named']> {
  const rows = await tx
    .select({ user: users, answers: surveyResponses.answers })
    .from(surveyResponses)
    .innerJoin(users, eq(users.id, surveyResponses.userId))
    .where(eq(surveyResponses.surveyId, id))
    .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id));
  const all = listQuestions(questions);
  return rows.map(({ user, answers }) => ({
    person: participantOf(user),
    answers: Object.fromEntries(
      all.flatMap((question) => {
        const answer = answers[question.key];
        return answer === undefined ? [] : [[question.key, answerText(question, answer)]];
      }),
    ),
  }));
}

/** An answer as text. */
function answerText(question: Question, answer: Answer): string {
  const textOf = (list: readonly Option[], key: string) => list.find((one) => one.key === key)?.text ?? key;
  const own = 'options' in question ? question.options : [];
  const options = [
    ...own,
    ...(isDeclinable(question.type) ? [{ key: CANNOT_JUDGE, text: 'Cannot judge' }] : []),
  ];
  if (Array.isArray(answer)) return answer.map((key) => textOf(options, key)).join(', ');
  if (typeof answer !== 'object')
    return typeof answer === 'string' && options.length > 0 ? textOf(options, answer) : String(answer);
  const rows = question.type === 'matrix' ? question.rows : [];
  return Object.entries(answer)
    .map(([row, key]) => `${textOf(rows, row)}: ${textOf(options, key)}`)
    .join('; ');
}

const COLUMNS = [
  'Question',
  'Row',
  'Group',
  'Answers',
  'Option',
  'Count',
  'Mean',
  'Interval from',
  'Interval to',
];
export const PROTECTED_TEXT = 'Protected or no answers';

/** The same figures as a CSV file. */
export function resultsCsv({ questions, people, answered, drivers, mode }: Results): string {
  const hidden = mode === 'named' ? 'No answers' : PROTECTED_TEXT;
  const lines = [csvLine(COLUMNS)];
  lines.push(csvLine(['People asked', null, 'Everybody', people, null, null, null, null, null]));
  lines.push(csvLine(['Responses', null, 'Everybody', answered ?? hidden, null, null, null, null, null]));
  for (const { text, options, items, comments } of questions) {
    for (const item of items)
      for (const [group, cell] of [
        ['Everybody', item.total] as const,
        ...item.departments.map(({ name, cell: one }) => [name, one] as const),
      ])
        lines.push(...cellLines([text, item.text, group], options, cell, hidden));
    for (const comment of comments ?? [])
      lines.push(csvLine([text, null, 'Everybody', null, comment, null, null, null, null]));
    if (items.length === 0 && !comments)
      lines.push(csvLine([text, null, 'Everybody', hidden, null, null, null, null, null]));
  }
  for (const { text, n, correlation } of drivers?.drivers ?? []) {
    const { value, low, high } = correlation;
    lines.push(
      csvLine([text, null, 'Everybody', n, `Correlation with: ${drivers?.outcome}`, null, value, low, high]),
    );
  }
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return `\ufeff${lines.join('')}`;
}

function cellLines(
  head: (string | null)[],
  options: readonly string[],
  cell: Cell,
  hidden: string,
): string[] {
  if (cell.kind === 'protected') return [csvLine([...head, hidden, null, null, null, null, null])];
  if (cell.kind === 'band') {
    const range = `${options[cell.from]} to ${options[cell.to]}`;
    return [csvLine([...head, null, `Nearly all answers: ${range}`, null, null, null, null])];
  }
  const { n, counts, mean, enps, places } = cell;
  const estimates = [
    ...(mean ? [csvLine([...head, n, 'Mean', null, mean.value, mean.low, mean.high])] : []),
    ...(enps ? [csvLine([...head, n, 'eNPS', null, enps.value, enps.low, enps.high])] : []),
  ];
  return [
    ...counts.map((count, index) =>
      csvLine([...head, n, options[index] ?? null, count, places?.[index] ?? null, null, null]),
    ),
    ...estimates,
  ];
}
