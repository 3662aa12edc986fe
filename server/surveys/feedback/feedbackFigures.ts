import type { Answer } from '#contract/surveys/answers.ts';
import {
  FEEDBACK_GROUP_MIN,
  type FeedbackFigures,
  type FeedbackQuestion,
  type RaterGroup,
  type ReportGroup,
  raterGroups,
} from '#contract/surveys/feedback.ts';
import {
  CANNOT_JUDGE,
  listQuestions,
  offersCannotJudge,
  type Question,
  type Questions,
} from '#contract/surveys/questions.ts';
import type { Cell } from '#contract/surveys/results.ts';
import { figuresOf, isUnanimous, PROTECTED, unanimousCell } from '#server/surveys/cells.ts';
import { type Item, itemsOf, type StoredResponse } from '#server/surveys/tally.ts';

/** The department column stores the number of the rater's group. */
export const segmentOfGroup = (group: RaterGroup) => raterGroups.indexOf(group) + 1;
export const groupOfSegment = (segment: number | null): RaterGroup | undefined =>
  segment === null ? undefined : raterGroups[segment - 1];

type ShownAs = FeedbackFigures['groups'][number]['shownAs'];
interface Answered {
  group: RaterGroup;
  asked: number;
  answered: number;
  shownAs: ShownAs;
}

interface FeedbackInput {
  questions: Questions;
  /** The stored department is the group of the rater. */
  responses: readonly StoredResponse[];
  asked: ReadonlyMap<RaterGroup, number>;
  shuffle: <T>(items: readonly T[]) => T[];
}

/**
 * The report of 360 feedback. The person and their manager are shown alone. Every other group needs 3 answers; smaller
 * groups are combined into one group if it has 3. Totals include only answers that are shown, so that nothing can be
 * subtracted.
 */
export function feedbackFigures({ questions, responses, asked, shuffle }: FeedbackInput): FeedbackFigures {
  const groups = groupsOf(responses, asked);
  const reportGroupOf = (segment: number | null): ReportGroup | null => {
    const found = groups.find(({ group }) => group === groupOfSegment(segment));
    if (!found || found.shownAs === 'nothing') return null;
    return found.shownAs === 'other' ? 'other' : found.group;
  };
  const textsOf = (key: string, wanted: (group: ReportGroup) => boolean) =>
    responses.flatMap(({ segmentId, answers }) => {
      const group = reportGroupOf(segmentId);
      const answer = answers[key];
      return group !== null && wanted(group) && typeof answer === 'string' ? [answer] : [];
    });
  const shownGroups = [...new Set(groups.flatMap(({ group }) => reportGroupOf(segmentOfGroup(group)) ?? []))];
  return {
    groups: groups.map(({ answered, ...group }) => ({
      ...group,
      answered: group.shownAs === 'named' || group.shownAs === 'group' ? answered : null,
    })),
    questions: listQuestions(questions).map((question): FeedbackQuestion => {
      const items = itemsOf(question, responses);
      const isText = question.type === 'short' || question.type === 'long';
      const others = isText ? textsOf(question.key, (group) => group !== 'self' && group !== 'manager') : [];
      return {
        key: question.key,
        section: questions.sections.find((section) => section.questions.includes(question))?.title ?? '',
        text: question.text,
        type: question.type,
        options: items[0]?.options ?? [],
        items: items.map((item, index) => {
          const cells = shownGroups.map((group) => cellOf(item, group, reportGroupOf));
          // Only exact figures are added up, so that the sum reveals nothing about the other figures.
          const exact = cells.filter(({ group, cell }) => group !== 'self' && cell.kind === 'figures');
          return {
            text: item.text,
            others: addUp(item, exact),
            cannotJudge: responses.filter(
              ({ segmentId, answers }) =>
                exact.some(({ group }) => group === reportGroupOf(segmentId)) &&
                isDeclined(question, answers[question.key], index),
            ).length,
            groups: cells.map(({ group, cell }) => ({ group, cell })),
          };
        }),
        comments: isText
          ? {
              self: textsOf(question.key, (group) => group === 'self')[0] ?? null,
              manager: textsOf(question.key, (group) => group === 'manager')[0] ?? null,
              others: others.length >= FEEDBACK_GROUP_MIN ? shuffle(others) : null,
            }
          : null,
      };
    }),
  };
}

/** How each group is shown. */
function groupsOf(responses: readonly StoredResponse[], asked: ReadonlyMap<RaterGroup, number>): Answered[] {
  const counted = raterGroups
    .filter((group) => (asked.get(group) ?? 0) > 0)
    .map((group) => ({
      group,
      asked: asked.get(group) ?? 0,
      answered: responses.filter(({ segmentId }) => groupOfSegment(segmentId) === group).length,
    }));
  const isNamed = ({ group }: { group: RaterGroup }) => group === 'self' || group === 'manager';
  const small = counted.filter((one) => !isNamed(one) && one.answered < FEEDBACK_GROUP_MIN);
  const together = small.reduce((sum, { answered }) => sum + answered, 0);
  return counted.map((one) => ({
    ...one,
    shownAs: isNamed(one)
      ? 'named'
      : one.answered >= FEEDBACK_GROUP_MIN
        ? 'group'
        : together >= FEEDBACK_GROUP_MIN
          ? 'other'
          : 'nothing',
  }));
}

function cellOf(
  item: Item,
  group: ReportGroup,
  reportGroupOf: (segment: number | null) => ReportGroup | null,
) {
  const votes = item.votes.filter(({ segmentId }) => reportGroupOf(segmentId) === group);
  const isNamed = group === 'self' || group === 'manager';
  const cell: Cell =
    votes.length < (isNamed ? 1 : FEEDBACK_GROUP_MIN)
      ? PROTECTED
      : !isNamed && isUnanimous(votes)
        ? unanimousCell(item, votes)
        : figuresOf(item, votes);
  return { group, cell, votes };
}

/** A matrix has an item and an answer for each row. */
function isDeclined(question: Question, answer: Answer | undefined, index: number): boolean {
  if (!offersCannotJudge(question)) return false;
  if (question.type !== 'matrix') return answer === CANNOT_JUDGE;
  return (
    typeof answer === 'object' &&
    !Array.isArray(answer) &&
    answer[question.rows[index]?.key ?? ''] === CANNOT_JUDGE
  );
}

function addUp(item: Item, cells: readonly ReturnType<typeof cellOf>[]): Cell {
  const votes = cells.flatMap((one) => one.votes);
  return votes.length === 0 ? PROTECTED : figuresOf(item, votes);
}
