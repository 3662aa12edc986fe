import type { Challenge } from '#contract/learning/challenges.ts';

/** Questions about agreements at the end of a conversation. */
export const agreementQuiz: Challenge = {
  kind: 'quiz',
  passAt: 75,
  questions: [
    {
      key: 'sentence',
      text: 'Which sentence is a good agreement?',
      kind: 'single',
      options: [
        {
          key: 'better',
          text: '“We will both try to do better.”',
          isRight: false,
          reason: 'You cannot check later whether this was done.',
        },
        {
          key: 'who',
          text: '“You call the depot before noon, and I keep the afternoon tour free. Correct?”',
          isRight: true,
          reason: 'It says who does what by when, and asks the other person to confirm it.',
        },
        {
          key: 'mail',
          text: '“I will send you a summary of what we agreed.”',
          isRight: false,
          reason: 'A summary is useful, but first you have to make the agreement.',
        },
      ],
    },
    {
      key: 'signs',
      text: 'Which of these show that you do not have an agreement yet?',
      kind: 'multiple',
      options: [
        {
          key: 'fine',
          text: '“Fine, whatever you say.”',
          isRight: true,
          reason: 'The person wants to end the conversation. This is not a yes.',
        },
        {
          key: 'repeat',
          text: 'The other person summarises the agreement in their own words.',
          isRight: false,
          reason: 'This is a very good sign: you can check what they understood.',
        },
        {
          key: 'date',
          text: 'There is no due date.',
          isRight: true,
          reason: 'Without a date, “soon” means something different to each of you.',
        },
        {
          key: 'change',
          text: 'The other person asks to change a detail.',
          isRight: false,
          reason: 'People who discuss details have usually accepted the main point.',
        },
      ],
    },
    {
      key: 'after',
      text: 'You agreed on a result for Thursday. On Thursday nothing has happened. What do you do first?',
      kind: 'single',
      options: [
        {
          key: 'wait',
          text: 'Wait until Monday to avoid putting pressure on them.',
          isRight: false,
          reason: 'Waiting suggests that the date was not important.',
        },
        {
          key: 'ask',
          text: 'Ask on the same day what got in the way.',
          isRight: true,
          reason: 'You show that the agreement matters, and you may learn about an obstacle.',
        },
        {
          key: 'self',
          text: 'Do the task yourself.',
          isRight: false,
          reason: 'This is quick today, but next time both of you will rely on it.',
        },
      ],
    },
  ],
};
