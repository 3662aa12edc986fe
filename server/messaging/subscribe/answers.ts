import { type Answer, text } from '../http/answer.ts';
import { REGION } from '../messages/event.ts';
import type { Timetoken } from '../timetokens.ts';
import type { Heard, Match } from './heard.ts';

/** As many envelopes as one answer holds. */
export const ANSWER_MAX = 100;

export const bodyOf = (matches: readonly Match[], cursor: Timetoken): string =>
  `{"t":{"t":"${cursor}","r":${REGION}},"m":[${matches.map(({ event, subscription }) => event.text(subscription)).join(',')}]}`;

/** One answer for all who heard the same. Their cursor is the same too: the round has one end. */
export function answerTo(heard: Heard, end: Timetoken): Answer {
  if (heard.answer) {
    heard.answer.shared ??= { bytes: null };
    return heard.answer;
  }
  const matches = heard.matches();
  const first = matches.slice(0, ANSWER_MAX);
  const cursor = first.length < matches.length ? (first[ANSWER_MAX - 1]?.event.timetoken ?? end) : end;
  heard.answer = text(bodyOf(first, cursor));
  return heard.answer;
}
