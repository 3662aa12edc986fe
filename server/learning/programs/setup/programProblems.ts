import * as z from 'zod/mini';
import {
  type LibraryTopic,
  NAME_MAX_LENGTH,
  type ProgramFields,
  PURPOSE_MAX_LENGTH,
} from '#contract/learning/programSetup.ts';
import { multiLineText, singleLineText } from '#contract/text.ts';

const textsSchema = z.object({
  name: singleLineText(NAME_MAX_LENGTH, 3),
  purpose: multiLineText(PURPOSE_MAX_LENGTH, 1),
});

interface Facts {
  topics: readonly LibraryTopic[];
  /** Number of people in the audience. */
  reach: number;
  /** Ids of the active coaches. */
  activeCoaches: number;
  /** The surveys that the program can send. */
  usableSurveys: readonly { surveyId: string }[];
  /** The current day. */
  today: string;
}

/** What prevents the launch of a program, by field, in the order of the wizard's steps. */
export function findProgramProblems(
  program: ProgramFields,
  { topics, reach, activeCoaches, usableSurveys, today }: Facts,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of textsSchema.safeParse(program).error?.issues ?? [])
    problems[path.join('.')] ??= message;
  if (topics.length === 0) problems.topicIds = 'are missing';
  topics.forEach(({ title, state }, index) => {
    if (state !== 'published')
      problems[`topicIds.${index}`] = `include “${title}”, which is ${unusable[state]}`;
  });
  if (program.selectionMin > program.selectionMax) problems.selectionMin = 'is more than the maximum';
  else if (topics.length > 0 && program.selectionMax > topics.length)
    problems.selectionMax = 'is more than the number of topics';
  if (program.due.kind === 'date' && program.due.on <= today) problems.due = 'is not in the future';
  if (program.coachingPlan && activeCoaches === 0 && !program.managerVisible)
    problems.coachingPlan = 'needs coaches, or managers who see progress';
  for (const field of ['surveyBeforeId', 'surveyAfterId'] as const)
    if (program[field] !== null && !usableSurveys.some(({ surveyId }) => surveyId === program[field]))
      problems[field] =
        'was opened or archived, is anonymous, or has no questions or one that no one can reach. Choose another one';
  if (reach === 0 && program.joining === 'invitation') problems.audience = 'reaches no one';
  if (activeCoaches < program.coachIds.length) problems.coachIds = 'include someone who is not active';
  else if (program.confirmation === 'coach' && activeCoaches === 0)
    problems.coachIds = 'are missing, although coaches confirm completed topics';
  const { coachLimit } = program;
  if (coachLimit !== null && activeCoaches > 0 && coachLimit * activeCoaches < reach)
    problems.coachLimit = `leaves ${reach - coachLimit * activeCoaches} of ${reach} people without a coach`;
  return problems;
}

const unusable = { draft: 'not published', retired: 'retired', published: '' };
