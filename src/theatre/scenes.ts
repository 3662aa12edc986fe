import type { Act } from '#store/devtools/theatre.ts';
import type { Side } from '#store/devtools/timeline.ts';
import type { Person } from './createTheatre.ts';

type People = Record<Side, Person>;
export type Fault = 'cut' | 'restore' | 'refuse';
export interface Beat {
  /** Pause before it, in milliseconds. */
  after: number;
  side: Side;
  fault?: Fault;
  act?: (people: People) => Act;
}
interface Scene {
  title: string;
  /** What to look at. */
  caption: string;
  beats: Beat[];
}

const open =
  (path: string | ((people: People) => string)) =>
  (people: People): Act => ({
    do: 'open',
    path: typeof path === 'string' ? path : path(people),
  });
const press = (name: string) => (): Act => ({ do: 'press', name });
const see = (text: string) => (): Act => ({ do: 'see', text });
const type = (text: string) => (): Act => ({ do: 'type', field: 'Message', text });
const chatWith = (side: Side) => open((people) => `/home?chat=${people[side].userId}`);

const QUESTION = 'Do you have ten minutes on Thursday?';
const ANSWER = 'Yes, at ten.';
const LATE = 'I have finished the first topic.';

/** The tour takes 90 seconds. Each scene shows one thing that a saga does. */
export const scenes: Scene[] = [
  {
    title: 'A message',
    caption: 'The message is on screen before it is sent. The line below shows its way to the other side.',
    beats: [
      { after: 2_000, side: 'learner', act: chatWith('manager') },
      { after: 3_000, side: 'learner', act: type(QUESTION) },
      { after: 2_500, side: 'learner', act: press('Send') },
      { after: 3_500, side: 'manager', act: chatWith('learner') },
      { after: 1_500, side: 'manager', act: see(QUESTION) },
      { after: 2_000, side: 'manager', act: type(ANSWER) },
      { after: 2_500, side: 'manager', act: press('Send') },
      { after: 1_000, side: 'learner', act: see(ANSWER) },
      { after: 2_500, side: 'learner', act: press('Collapse') },
      { after: 500, side: 'manager', act: press('Collapse') },
    ],
  },
  {
    title: 'A completed topic',
    caption: 'One request of the learner. The server writes a notification in the same transaction.',
    beats: [
      { after: 3_000, side: 'learner', act: press('Complete topic') },
      { after: 6_000, side: 'manager', act: press('Notifications') },
      { after: 1_000, side: 'manager', act: see('completed the topic') },
      { after: 5_000, side: 'manager', act: press('Notifications') },
    ],
  },
  {
    title: 'A lost connection',
    caption: 'The manager is cut off. What was missed arrives when the connection is back, in order.',
    beats: [
      { after: 1_000, side: 'manager', act: press('Expand') },
      { after: 1_000, side: 'manager', fault: 'cut' },
      { after: 3_000, side: 'learner', act: press('Expand') },
      { after: 1_000, side: 'learner', act: type(LATE) },
      { after: 2_000, side: 'learner', act: press('Send') },
      { after: 8_000, side: 'manager', fault: 'restore' },
      { after: 1_000, side: 'manager', act: see(LATE) },
    ],
  },
  {
    title: 'A session refresh',
    caption:
      'The server refuses a token. The client gets a new one and repeats the call; the user does not notice.',
    beats: [
      { after: 5_000, side: 'manager', act: press('Collapse') },
      { after: 1_000, side: 'manager', fault: 'refuse' },
      { after: 2_000, side: 'manager', act: open('/team') },
      { after: 4_000, side: 'manager', act: see('Team') },
    ],
  },
  {
    title: 'The celebration',
    caption: 'The response starts the learner’s celebration, and a live notification starts the manager’s.',
    beats: [
      { after: 2_500, side: 'learner', act: press('Collapse') },
      { after: 2_500, side: 'learner', act: press('Complete topic') },
      { after: 1_000, side: 'learner', act: see('Congratulations') },
      { after: 1_000, side: 'manager', act: see('Congratulations') },
      { after: 12_000, side: 'learner', act: see('') },
    ],
  },
];
