import type { Answer, Answers } from '#contract/surveys/answers.ts';
import { CANNOT_JUDGE, NPS_MAX, offersCannotJudge, type Question } from '#contract/surveys/questions.ts';

export interface StoredResponse {
  segmentId: number | null;
  answers: Answers;
}

/** The answer of one respondent to a question, or to one row of a matrix. */
export interface Vote {
  segmentId: number | null;
  /** Indexes of the selected options. */
  picks: number[];
  /** Value on a scale. */
  score: number | null;
  /** Ranks of the options. */
  places: number[] | null;
  /** Texts for comparing answers: equal answers have the same text. */
  same: string;
}

/** The items of a question. A matrix has one item per row; text questions have none. */
export interface Item {
  text: string | null;
  options: string[];
  votes: Vote[];
  /** The options have an order, from the first number to the last. */
  scale: readonly [number, number] | null;
  isNps: boolean;
  /** Rankings and dates are not compared between departments. */
  hasDepartments: boolean;
}

export function itemsOf(question: Question, responses: readonly StoredResponse[]): Item[] {
  const votesOf = (voteOf: (answer: Answer) => Omit<Vote, 'segmentId' | 'same'> | null): Vote[] =>
    responses.flatMap(({ segmentId, answers }) => {
      const answer = answers[question.key];
      const isDeclined = answer === CANNOT_JUDGE && offersCannotJudge(question);
      const vote = answer === undefined || isDeclined ? null : voteOf(answer);
      return vote ? [{ ...vote, segmentId, same: JSON.stringify(vote.places ?? vote.picks) }] : [];
    });
  const plain = { text: null, scale: null, isNps: false, hasDepartments: true };
  const pick = (index: number, score: number | null = null) =>
    index < 0 ? null : { picks: [index], score, places: null };
  const textsOf = (options: readonly { text: string }[]) => options.map(({ text }) => text);
  switch (question.type) {
    case 'short':
    case 'long':
      return [];
    case 'single':
    case 'dropdown':
      return [
        {
          ...plain,
          options: textsOf(question.options),
          votes: votesOf((answer) => pick(question.options.findIndex(({ key }) => key === answer))),
        },
      ];
    case 'multiple':
      return [
        {
          ...plain,
          options: textsOf(question.options),
          votes: votesOf((answer) => {
            const chosen = answer as string[];
            const picks = question.options.flatMap(({ key }, index) => (chosen.includes(key) ? [index] : []));
            return { picks, score: null, places: null };
          }),
        },
      ];
    case 'ranking':
      return [
        {
          ...plain,
          hasDepartments: false,
          options: textsOf(question.options),
          votes: votesOf((answer) => {
            const order = answer as string[];
            const places = question.options.map(({ key }) => order.indexOf(key) + 1);
            return { picks: [places.indexOf(1)], score: null, places };
          }),
        },
      ];
    case 'rating':
    case 'nps': {
      const [first, last] = 'points' in question ? [1, question.points] : [0, NPS_MAX];
      return [
        {
          ...plain,
          scale: [first, last],
          isNps: question.type === 'nps',
          options: Array.from({ length: last - first + 1 }, (_, index) => String(first + index)),
          votes: votesOf((answer) => pick(Number(answer) - first, Number(answer))),
        },
      ];
    }
    case 'matrix':
      return question.rows.map((row) => ({
        ...plain,
        text: row.text,
        scale: [1, question.options.length],
        options: textsOf(question.options),
        votes: votesOf((answer) => {
          const chosen = (answer as Record<string, string>)[row.key];
          const index = question.options.findIndex(({ key }) => key === chosen);
          return pick(index, index + 1);
        }),
      }));
    case 'date': {
      const monthOf = (answer: Answer) => (typeof answer === 'string' ? answer.slice(0, 7) : '');
      const months = [
        ...new Set(
          responses.flatMap(({ answers }) =>
            answers[question.key] === undefined ? [] : [monthOf(answers[question.key] as Answer)],
          ),
        ),
      ].sort();
      return [
        {
          ...plain,
          hasDepartments: false,
          options: months,
          votes: votesOf((answer) => pick(months.indexOf(monthOf(answer)))),
        },
      ];
    }
  }
}
