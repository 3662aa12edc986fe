import {
  type CheckIn,
  type CheckInAnswers,
  type CheckInPart,
  type CheckInReaders,
  type CheckIns,
  checkInAnswersSchema,
} from '#contract/learning/checkIns.ts';
import { type PossibleReaders, readerOptions } from '#src/checkin/checkInTexts.ts';
import type { ReadDraft } from '#src/forms/useDraft.ts';

/** Former managers and coaches are removed. The number of readers never grows. */
function narrowed(readers: CheckInReaders, possible: PossibleReaders): CheckInReaders {
  const options = readerOptions(possible).map(({ value }) => value);
  if (options.includes(readers)) return readers;
  if (readers !== 'manager-and-coach') return 'only-me';
  return options.find((value) => value !== 'only-me') ?? 'only-me';
}

/**
 * The form of a check-in: the saved or sent answers, or an empty form with the readers of the last check-in. The first
 * time, only the author reads an answer, and the manager reads the answer to their own question.
 */
export function answersOf(
  { draft, answers, question }: Pick<CheckIn, 'draft' | 'answers' | 'question'>,
  { lastReaders, manager, coaches }: Pick<CheckIns, 'lastReaders' | 'manager' | 'coaches'>,
): CheckInAnswers {
  const possible = { manager, coaches };
  const stored = draft ?? answers;
  const first: Partial<Record<CheckInPart, CheckInReaders>> =
    manager && question?.by?.userId === manager.userId ? { question: 'manager' } : {};
  // An answer to an earlier question of the manager is no answer to the present one.
  const answer = stored?.question?.questionId === question?.questionId ? stored?.question : null;
  const readersOf = (part: CheckInPart) =>
    narrowed(
      (part === 'question' ? answer : stored?.[part])?.readers ??
        lastReaders?.[part] ??
        first[part] ??
        'only-me',
      possible,
    );
  const textPart = (part: 'win' | 'blocker') => ({
    text: stored?.[part].text ?? '',
    readers: readersOf(part),
  });
  return {
    mood: { value: stored?.mood.value ?? null, readers: readersOf('mood') },
    workload: { value: stored?.workload.value ?? null, readers: readersOf('workload') },
    objectives: { notes: stored?.objectives.notes ?? [], readers: readersOf('objectives') },
    practice: {
      count: stored?.practice.count ?? null,
      text: stored?.practice.text ?? '',
      readers: readersOf('practice'),
    },
    win: textPart('win'),
    blocker: textPart('blocker'),
    question: question && {
      questionId: question.questionId,
      text: answer?.text ?? '',
      readers: readersOf('question'),
    },
  };
}

/** The draft of a check-in in this browser. */
export const checkInDraftKey = (week: string) => `check-in/${week}`;

export const readAnswers: ReadDraft<CheckInAnswers> = (kept) => {
  const read = checkInAnswersSchema.safeParse(kept);
  return read.success ? read.data : null;
};

const parts = ['mood', 'workload', 'objectives', 'practice', 'win', 'blocker', 'question'] as const;

/** The parts whose answers or readers differ. */
export const differentParts = (a: CheckInAnswers, b: CheckInAnswers): CheckInPart[] =>
  parts.filter((part) => JSON.stringify(a[part]) !== JSON.stringify(b[part]));

const trimmed = (answers: CheckInAnswers) =>
  JSON.stringify(answers, (_key, value: unknown) => (typeof value === 'string' ? value.trim() : value));
/** Whether these answers were sent, and not changed since. The server trims texts. */
export const isSentAs = ({ draft, answers }: CheckIn, sent: CheckInAnswers) =>
  draft === null && answers !== null && trimmed(answers) === trimmed(sent);

/** The answers that are not empty. */
export function answeredParts(answers: CheckInAnswers): CheckInPart[] {
  const hasText = (part: { text: string } | null) => Boolean(part?.text.trim());
  const isAnswered: Record<CheckInPart, boolean> = {
    mood: answers.mood.value !== null,
    workload: answers.workload.value !== null,
    objectives: answers.objectives.notes.some((note) => hasText(note) || note.value !== null),
    practice: answers.practice.count !== null || hasText(answers.practice),
    win: hasText(answers.win),
    blocker: hasText(answers.blocker),
    question: hasText(answers.question),
  };
  return (Object.keys(isAnswered) as CheckInPart[]).filter((part) => isAnswered[part]);
}

export const isSharedWithManager = (readers: CheckInReaders) =>
  readers === 'manager' || readers === 'manager-and-coach';

/** Number of answers that the manager can read. */
export const sharedWithManager = (answers: CheckInAnswers) =>
  answeredParts(answers).filter((part) => isSharedWithManager(answers[part]?.readers ?? 'only-me')).length;
