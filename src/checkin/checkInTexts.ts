import type { CheckInPart, CheckInReaders, skipReasons } from '#contract/learning/checkIns.ts';
import type { Participant } from '#contract/people.ts';
import { formatList } from '#src/ui/text/formatList.ts';
import { daysBetween, type Formats } from '#src/ui/text/formats.ts';

export const moodWords = ['Hard', 'Uneven', 'Okay', 'Good', 'Very good'];
export const workloadWords = ['Too little', 'Light', 'Right', 'Heavy', 'Too much'];

/** Of an answer that its reader can see. An answer that is not shared is not called empty. */
export const LEFT_EMPTY = 'Left empty';

export const MOOD_SCALE = '1 hard to 5 very good';
export const WORKLOAD_SCALE = '1 too little to 5 too much';

/** `4, good` */
export const ratingText = (value: number, words: readonly string[]) =>
  `${value}, ${(words[value - 1] ?? '').toLowerCase()}`;

export const partTitles: Record<CheckInPart, string> = {
  mood: 'How are you?',
  workload: 'How is your workload?',
  objectives: 'Progress on your objectives',
  practice: 'What did you practise?',
  win: 'What went well?',
  blocker: 'What is in your way?',
  question: 'The question of your manager',
};

export const skipReasonLabels: Record<(typeof skipReasons)[number], string> = {
  holiday: 'I am on holiday',
  ill: 'I am ill',
  other: 'Another reason',
};

export const checkInPath = (week: string) => `/checkin?week=${week}`;

type Period = { week: string; lastDay: string };

const lengthOf = ({ week, lastDay }: Period): 'week' | 'two' | 'month' => {
  const days = daysBetween(week, lastDay) + 1;
  if (days === 7) return 'week';
  return days === 14 ? 'two' : 'month';
};
export const rangeText = ({ week, lastDay }: Period, { shortDay }: Pick<Formats, 'shortDay'>) =>
  `${shortDay(week)} to ${shortDay(lastDay)}`;
export const thisPeriod = (period: Period) =>
  ({ week: 'This week', two: 'These two weeks', month: 'This month' })[lengthOf(period)];
export const lastPeriod = (period: Period) =>
  ({ week: 'Last week', two: 'The two weeks before', month: 'Last month' })[lengthOf(period)];

export interface PossibleReaders {
  manager: Participant | null;
  coaches: readonly Participant[];
}

const namesOf = (people: readonly Participant[]) => formatList(people.map(({ firstName }) => firstName));

/** The choices for who can read an answer, narrowest first. */
export function readerOptions({
  manager,
  coaches,
}: PossibleReaders): { value: CheckInReaders; label: string }[] {
  return [
    { value: 'only-me' as const, label: 'Only you' },
    ...(manager ? [{ value: 'manager' as const, label: manager.firstName }] : []),
    ...(coaches.length > 0 ? [{ value: 'coach' as const, label: namesOf(coaches) }] : []),
    ...(manager && coaches.length > 0
      ? [{ value: 'manager-and-coach' as const, label: namesOf([manager, ...coaches]) }]
      : []),
  ];
}

export const teamCheckInsPath = '/checkin?view=team';
export const reviewPath = (checkInId: string) => `${teamCheckInsPath}&check-in=${checkInId}`;
export const personCheckInsPath = (userId: number) => `${teamCheckInsPath}&person=${userId}`;
