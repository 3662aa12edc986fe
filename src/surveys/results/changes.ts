import type { Estimate, QuestionResult, Results } from '#contract/surveys/results.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

/** The mean of one question in an earlier round. */
export interface EarlierMean {
  surveyId: string;
  surveyName: string;
  releasedAt: string;
  mean: Estimate | null;
}

export const oneDecimal = (value: number) => value.toFixed(1);
const rounded = (value: number) => Number(oneDecimal(value));
export const rangeText = ({ low, high }: Estimate) => `${oneDecimal(low)} to ${oneDecimal(high)}`;
/** `+0.4`, `−0.4` */
export const signedText = (value: number) =>
  value > 0 ? `+${oneDecimal(value)}` : oneDecimal(value).replace('-', '−');

/** `+12`, `−12` */
export const signedNumber = (value: number) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value));

/** Intervals that overlap say nothing about a change. */
const isSame = (now: Estimate, last: Estimate) => now.low <= last.high && last.low <= now.high;

export function changeText(now: Estimate | null, last: Estimate | null): string {
  if (!now || !last) return 'It cannot be compared with the last round.';
  if (isSame(now, last)) return `About the same as ${oneDecimal(last.value)} in the last round.`;
  const word = now.value > last.value ? 'Higher' : 'Lower';
  return `${word} than ${oneDecimal(last.value)} in the last round.`;
}

export interface Change {
  title: string;
  /** Both means rounded as they are shown, so that their difference is the one of the shown figures. */
  now: number;
  last: number;
  /** The highest value of the scale. */
  highest: number;
}

/**
 * The largest clear change since the last round, relative to its scale. `asLarge`: number of other means that changed as
 * much. Null: no mean has clearly changed.
 */
export function largestChange({
  questions,
  rounds,
}: Pick<Results, 'questions' | 'rounds'>): (Change & { asLarge: number }) | null {
  const last = rounds.at(-1);
  if (!last) return null;
  const share = ({ change, width }: { change: Change; width: number }) =>
    Math.abs(change.now - change.last) / width;
  const clear = questions.flatMap((question) =>
    question.items.flatMap(({ text, total }, row) => {
      const now = total.kind === 'figures' ? total.mean : null;
      const before = last.means[question.key]?.[row];
      if (!now || !before || isSame(now, before)) return [];
      const title = text === null ? question.text : `${question.text} ${text}`;
      const { highest, width } = scaleOf(question);
      return [{ change: { title, now: rounded(now.value), last: rounded(before.value), highest }, width }];
    }),
  );
  const [first, ...others] = clear.sort((a, b) => share(b) - share(a));
  if (!first) return null;
  // Means with one decimal: a smaller difference comes from the computation.
  const asLarge = others.filter((other) => share(first) - share(other) < 0.001).length;
  return { ...first.change, asLarge };
}

/** The scale from 0 to 10 has 11 options; all others begin with 1. */
function scaleOf({ type, options }: QuestionResult) {
  const width = options.length - 1;
  return { width, highest: type === 'nps' ? width : options.length };
}
