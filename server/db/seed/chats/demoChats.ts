/** Time before the first start in minutes or hours (`35m`, `3h`), or in days with a time of day (`2d 09:14`). */
export type RelativeTime = string;
/** A message by a person's mailbox, with an optional reaction and an optional text before an edit. */
export interface ConversationMessage {
  from: string;
  when: RelativeTime;
  text: string;
  liked?: { by: string; emoji: '👍' | '❤️' | '😄' | '🎉' | '🙏' };
  before?: string;
}
export interface Conversation {
  between: [string, string];
  messages: ConversationMessage[];
  /** Number of unread messages at the end, for one of the 2 people. */
  unread?: { by: string; count: number };
}

/** Chats of the demo organisation. */
export const demoChats: Conversation[] = [
  {
    between: ['learner', 'manager'],
    messages: [
      {
        from: 'manager',
        when: '12d 08:52',
        text: 'Hi Jonah, the new shift plan works well. We had the fewest complaints since June this week.',
      },
      { from: 'learner', when: '12d 09:05', text: 'Thanks! It was Callum’s idea, I only updated the plan.' },
      {
        from: 'manager',
        when: '12d 09:06',
        text: 'Then please mention that in the team meeting.',
        liked: { by: 'learner', emoji: '👍' },
      },
      {
        from: 'learner',
        when: '5d 15:40',
        text: 'I finally talked to Kofi about the late route plans. It only took 10 minutes.',
        liked: { by: 'manager', emoji: '🎉' },
      },
      { from: 'manager', when: '5d 15:58', text: 'Great. How did you start the conversation?' },
      {
        from: 'learner',
        when: '5d 16:03',
        text: 'With the facts, as in the exercise. He suggested a solution himself.',
        before: 'With the facts, as in the excercise. He suggested a solution himself.',
      },
      {
        from: 'manager',
        when: '1d 10:21',
        text: 'Do you have 30 minutes on Thursday? I would like to talk about your next steps.',
      },
      { from: 'manager', when: '1d 10:22', text: 'You don’t need to prepare slides.' },
    ],
    unread: { by: 'learner', count: 2 },
  },
  {
    between: ['learner', 'tobias.hellstrom'],
    messages: [
      {
        from: 'tobias.hellstrom',
        when: '9d 13:10',
        text: 'Before our session, please choose one conversation from last week that you would like to improve.',
      },
      { from: 'learner', when: '9d 13:31', text: 'The one about the late handover. I was too direct.' },
      {
        from: 'tobias.hellstrom',
        when: '9d 13:34',
        text: 'Good choice. Please write down your first sentence, word for word.',
        liked: { by: 'learner', emoji: '😄' },
      },
      {
        from: 'learner',
        when: '6d 17:20',
        text: 'Confidential session feedback: The time to think after your second question helped me a lot. I would like more of that.',
      },
      {
        from: 'tobias.hellstrom',
        when: '6d 18:02',
        text: 'Thank you for the feedback. I will do that.',
        liked: { by: 'learner', emoji: '🙏' },
      },
    ],
  },
  {
    between: ['manager', 'admin'],
    messages: [
      {
        from: 'admin',
        when: '8d 11:15',
        text: 'Your team is the first one in which everyone has selected their topics.',
      },
      { from: 'manager', when: '8d 11:40', text: 'They selected them together last week.' },
      {
        from: 'admin',
        when: '8d 11:41',
        text: 'Great idea. May I share that with the other managers?',
        liked: { by: 'manager', emoji: '👍' },
      },
      { from: 'manager', when: '7d 09:02', text: 'Of course.' },
      {
        from: 'admin',
        when: '2d 14:30',
        text: 'Two of your agents asked for a coach who speaks Spanish. Did you know?',
      },
      { from: 'manager', when: '2d 14:55', text: 'No, but I’m glad they asked you.' },
      {
        from: 'admin',
        when: '3h',
        text: 'I found a coach. She starts on Monday. I will send you an invitation today.',
      },
    ],
    unread: { by: 'manager', count: 1 },
  },
  {
    between: ['manager', 'tobias.hellstrom'],
    messages: [
      {
        from: 'tobias.hellstrom',
        when: '4d 10:12',
        text: 'Three people in your team asked me about the same exercise this week. It may be useful for you too.',
      },
      { from: 'manager', when: '4d 10:30', text: 'Which one?' },
      {
        from: 'tobias.hellstrom',
        when: '4d 10:33',
        text: 'The one on giving feedback in 3 sentences. Most people find it hard to keep it short.',
      },
      {
        from: 'manager',
        when: '4d 10:35',
        text: 'Me too. Please send it to me.',
        liked: { by: 'tobias.hellstrom', emoji: '😄' },
      },
    ],
  },
  {
    between: ['new', 'manager'],
    messages: [
      {
        from: 'manager',
        when: '4d 09:00',
        text: 'Welcome to the team, Priya! Jonah will show you around today. Please ask him if you have any questions.',
      },
      {
        from: 'new',
        when: '4d 09:12',
        text: 'Thank you! Everyone has been very helpful so far.',
        liked: { by: 'manager', emoji: '😄' },
      },
      {
        from: 'manager',
        when: '2h',
        text: 'How were your first days? Please note anything that surprises you. A fresh view is valuable for us.',
      },
    ],
    unread: { by: 'new', count: 1 },
  },
  {
    between: ['admin', 'naledi.khumalo'],
    messages: [
      {
        from: 'naledi.khumalo',
        when: '3d 08:45',
        text: 'I read the new version of the topic on one-to-ones. The examples are much better now.',
      },
      {
        from: 'admin',
        when: '3d 09:20',
        text: 'They are from your workshop in May. I only removed the names.',
        liked: { by: 'naledi.khumalo', emoji: '❤️' },
      },
      {
        from: 'naledi.khumalo',
        when: '55m',
        text: 'Two learners asked whether they can switch to the new version. Is that possible?',
      },
      { from: 'naledi.khumalo', when: '52m', text: 'I would like to answer them today.' },
    ],
    unread: { by: 'admin', count: 2 },
  },
];
