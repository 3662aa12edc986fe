/** When: minutes, hours or days before the first start (`35m`, `3h`), or a day and an hour of it (`2d 09:14`). */
export type When = string;
/** Who (by mailbox), when, what; then perhaps who liked it, or what it said before it was corrected. */
export interface Line {
  from: string;
  when: When;
  text: string;
  liked?: { by: string; emoji: '👍' | '❤️' | '😄' | '🎉' | '🙏' };
  before?: string;
}
export interface Talk {
  between: [string, string];
  lines: Line[];
  /** Up to which line (counted from the end) somebody has not read yet. */
  unread?: { by: string; count: number };
}

/** What the people of the demo organisation have written to each other. */
export const demoTalk: Talk[] = [
  {
    between: ['learner', 'manager'],
    lines: [
      {
        from: 'manager',
        when: '12d 08:52',
        text: 'Jonah, the new shift plan works. Two complaints less than in any week since June.',
      },
      { from: 'learner', when: '12d 09:05', text: 'That was Callum’s idea. I only moved the tables.' },
      {
        from: 'manager',
        when: '12d 09:06',
        text: 'Then tell him so while the others are listening.',
        liked: { by: 'learner', emoji: '👍' },
      },
      {
        from: 'learner',
        when: '5d 15:40',
        text: 'I had the talk with Kofi. It took ten minutes, and I had been putting it off for three weeks.',
        liked: { by: 'manager', emoji: '🎉' },
      },
      { from: 'manager', when: '5d 15:58', text: 'How did you begin?' },
      {
        from: 'learner',
        when: '5d 16:03',
        text: 'With what I had seen, as in the exercise. No adjectives. He said it first, before I could.',
        before: 'With what I had seen, as in the excercise. No adjectives. He said it first, before I could.',
      },
      {
        from: 'manager',
        when: '1d 10:21',
        text: 'Do you have half an hour on Thursday? I would like to hear about the next one.',
      },
      { from: 'manager', when: '1d 10:22', text: 'No slides, just tell me.' },
    ],
    unread: { by: 'learner', count: 2 },
  },
  {
    between: ['learner', 'tobias.hellstrom'],
    lines: [
      {
        from: 'tobias.hellstrom',
        when: '9d 13:10',
        text: 'Before we meet: pick one conversation of last week that you would have again. One is enough.',
      },
      { from: 'learner', when: '9d 13:31', text: 'The one about the late handover. I still hear myself.' },
      {
        from: 'tobias.hellstrom',
        when: '9d 13:34',
        text: 'Good. Bring the first sentence you said, word for word.',
        liked: { by: 'learner', emoji: '😄' },
      },
      {
        from: 'learner',
        when: '6d 17:20',
        text: 'Confidential session feedback: The pause after your second question was long, and it was the best part. I would like more of those.',
      },
      {
        from: 'tobias.hellstrom',
        when: '6d 18:02',
        text: 'Thank you. I will keep quiet more often.',
        liked: { by: 'learner', emoji: '🙏' },
      },
    ],
  },
  {
    between: ['manager', 'admin'],
    lines: [
      {
        from: 'admin',
        when: '8d 11:15',
        text: 'Your team is the first in which everybody has chosen their topics.',
      },
      { from: 'manager', when: '8d 11:40', text: 'They chose them together at lunch. I was not even there.' },
      {
        from: 'admin',
        when: '8d 11:41',
        text: 'That is the point. May I tell the others how you did it?',
        liked: { by: 'manager', emoji: '👍' },
      },
      { from: 'manager', when: '7d 09:02', text: 'Yes. Say that I left the room.' },
      {
        from: 'admin',
        when: '2d 14:30',
        text: 'Two of your agents ask for a coach who speaks Spanish. Do you know about it?',
      },
      { from: 'manager', when: '2d 14:55', text: 'No, but I am glad they asked you.' },
      {
        from: 'admin',
        when: '3h',
        text: 'I have found somebody. She starts on Monday, and you get an invitation from me today.',
      },
    ],
    unread: { by: 'manager', count: 1 },
  },
  {
    between: ['manager', 'tobias.hellstrom'],
    lines: [
      {
        from: 'tobias.hellstrom',
        when: '4d 10:12',
        text: 'Three of your people asked me for the same exercise this week. You may want to read it too.',
      },
      { from: 'manager', when: '4d 10:30', text: 'Which one?' },
      {
        from: 'tobias.hellstrom',
        when: '4d 10:33',
        text: 'The one in which you say what you saw and then stop. It is the stopping that they find hard.',
      },
      { from: 'manager', when: '4d 10:35', text: 'So do I.', liked: { by: 'tobias.hellstrom', emoji: '😄' } },
    ],
  },
  {
    between: ['new', 'manager'],
    lines: [
      {
        from: 'manager',
        when: '4d 09:00',
        text: 'Welcome, Priya! Jonah shows you round today. Ask him about the coffee machine before you touch it.',
      },
      {
        from: 'new',
        when: '4d 09:12',
        text: 'Thank you! I have already learned that one the hard way.',
        liked: { by: 'manager', emoji: '😄' },
      },
      {
        from: 'manager',
        when: '2h',
        text: 'How were the first days? Whatever surprised you, write it down now: in a month you will not see it any more.',
      },
    ],
    unread: { by: 'new', count: 1 },
  },
  {
    between: ['admin', 'naledi.khumalo'],
    lines: [
      {
        from: 'naledi.khumalo',
        when: '3d 08:45',
        text: 'I have read the new version of the second topic. The example is much better now.',
      },
      {
        from: 'admin',
        when: '3d 09:20',
        text: 'It is yours, from the workshop in May. I only took the names out.',
        liked: { by: 'naledi.khumalo', emoji: '❤️' },
      },
      {
        from: 'naledi.khumalo',
        when: '55m',
        text: 'Two learners asked whether they may go through it again with the new text. They may, right?',
      },
      { from: 'naledi.khumalo', when: '52m', text: 'I said yes already.' },
    ],
    unread: { by: 'admin', count: 2 },
  },
];
