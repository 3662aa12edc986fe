import type { Challenge } from '#contract/challenges.ts';

/** Questions about the end of a talk. */
export const lastMinute: Challenge = {
  kind: 'quiz',
  passAt: 75,
  questions: [
    {
      key: 'sentence',
      text: 'Which sentence ends a talk so that both can act on it?',
      kind: 'single',
      options: [
        {
          key: 'better',
          text: '“So we will both try to do better.”',
          isRight: false,
          reason: 'Nobody could tell on Friday whether it was kept.',
        },
        {
          key: 'who',
          text: '“You ring the depot before noon, and I keep the afternoon run free. Right?”',
          isRight: true,
          reason: 'Who does what by when, and a question that lets the other correct it.',
        },
        {
          key: 'mail',
          text: '“I will send you what we agreed.”',
          isRight: false,
          reason: 'Good as a second step. Said instead of the agreement it leaves the agreeing to the mail.',
        },
      ],
    },
    {
      key: 'signs',
      text: 'Which of these tell you that there is no agreement yet?',
      kind: 'multiple',
      options: [
        {
          key: 'fine',
          text: '“Fine, whatever you say.”',
          isRight: true,
          reason: 'That is an end to the talk, not a yes.',
        },
        {
          key: 'repeat',
          text: 'The other repeats it in their own words.',
          isRight: false,
          reason: 'The best sign there is: now you hear what was understood.',
        },
        {
          key: 'date',
          text: 'Nobody has named a day.',
          isRight: true,
          reason: 'Without a day, “soon” means something else to each of you.',
        },
        {
          key: 'change',
          text: 'The other asks to change a detail.',
          isRight: false,
          reason: 'Who haggles over a detail has taken on the rest.',
        },
      ],
    },
    {
      key: 'after',
      text: 'You have agreed on Thursday, and on Thursday nothing has happened. What do you do first?',
      kind: 'single',
      options: [
        {
          key: 'wait',
          text: 'Wait until Monday, so as not to press.',
          isRight: false,
          reason: 'Waiting says that the day did not matter.',
        },
        {
          key: 'ask',
          text: 'Ask the same day what got in the way.',
          isRight: true,
          reason: 'It keeps the agreement worth something, and you may hear what you did not know.',
        },
        {
          key: 'self',
          text: 'Do it yourself.',
          isRight: false,
          reason: 'Quick today. Next time both of you will count on it.',
        },
      ],
    },
  ],
};

/** A program with interactive challenges, steps that open one after the other, and a manager who confirms. */
