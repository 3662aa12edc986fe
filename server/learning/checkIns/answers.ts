import type { CheckInAnswers } from '#contract/learning/checkIns.ts';

/** Trims the texts, and keeps only notes that are not empty. */
export function normalAnswers(answers: CheckInAnswers): CheckInAnswers {
  const trimmed = <Part extends { text: string }>(part: Part) => ({ ...part, text: part.text.trim() });
  return {
    ...answers,
    practice: trimmed(answers.practice),
    win: trimmed(answers.win),
    blocker: trimmed(answers.blocker),
    question: answers.question && trimmed(answers.question),
    objectives: {
      ...answers.objectives,
      notes: answers.objectives.notes.map(trimmed).filter(({ text, value }) => text !== '' || value !== null),
    },
  };
}

/** True if the normalised answers are all empty. */
export const isEmpty = ({ mood, workload, objectives, practice, win, blocker, question }: CheckInAnswers) =>
  mood.value === null &&
  workload.value === null &&
  practice.count === null &&
  objectives.notes.length === 0 &&
  [practice, win, blocker, question].every((part) => !part?.text);
