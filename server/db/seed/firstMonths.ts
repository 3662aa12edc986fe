import type { ProgramText, StepText } from './library.ts';

const agenda: StepText[] = [
  {
    title: 'Whose half hour it is',
    kind: 'content',
    minutes: 6,
    body: 'Status belongs on a board. The one-to-one is for what does not fit there: doubts, wishes, friction with a colleague, the next job. So the other person brings the list, and speaks first. You bring at most one thing, and say so at the start.\n\nNever cancel it without a new time in the same week. People count how often they are the thing that gives way.',
  },
  {
    title: 'Open with their list',
    kind: 'practice',
    minutes: 30,
    goal: 3,
    body: 'Open three one-to-ones with “What is on your list?” and nothing else. If there is none, wait a little, then ask “What took more energy than it should have this week?”',
  },
  {
    title: 'Talk it over with your coach',
    kind: 'session',
    minutes: 45,
    body: 'Tell your coach about the most silent of the three. What could the person have been waiting for? Decide together on one thing that you will do differently in the next.',
  },
];

const silence: StepText = {
  title: 'When nobody speaks',
  kind: 'challenge',
  minutes: 5,
  body: 'Two moments from one-to-ones in which it goes quiet. Choose what you would do; the reasons come with the result.',
  challenge: {
    kind: 'quiz',
    passAt: 100,
    questions: [
      {
        key: 'empty',
        text: '“There is nothing on my list,” says Wen, and looks at the table. What do you do?',
        kind: 'single',
        options: [
          {
            key: 'own',
            text: 'Bring up your own points, so that the time is used.',
            isRight: false,
            reason: 'The half hour is used, and it is yours again. Next week there will be no list either.',
          },
          {
            key: 'wait',
            text: 'Wait a little, then ask what took more energy than it should have.',
            isRight: true,
            reason: 'A pause shows that there is room. The question is small enough to be answered.',
          },
          {
            key: 'end',
            text: 'End it early. No list, no need.',
            isRight: false,
            reason: 'People who say little are often the ones with something to say.',
          },
        ],
      },
      {
        key: 'tears',
        text: 'In the middle of a sentence he stops and swallows. What helps now?',
        kind: 'multiple',
        options: [
          {
            key: 'quiet',
            text: 'Say nothing for a moment and stay.',
            isRight: true,
            reason: 'He finds his own words when nobody fills the silence for him.',
          },
          {
            key: 'choice',
            text: '“We can stop here or go on. What would you like?”',
            isRight: true,
            reason: 'He decides how much he tells you, and knows that both are fine.',
          },
          {
            key: 'fix',
            text: 'Offer three things that might solve it.',
            isRight: false,
            reason: 'You do not know yet what it is. Solving it now is mostly for your own relief.',
          },
        ],
      },
    ],
  },
};
const ownAgenda: StepText[] = agenda.flatMap((step, index) => [
  index === 2 ? { ...step, isOptional: true as const } : step,
  ...(index === 0 ? [silence] : []),
]);

export const firstMonths: ProgramText = {
  name: 'First months as a lead',
  purpose: 'Go from doing the work well to making it possible for others to do it well.',
  topics: [
    {
      title: 'Hand over the outcome',
      behaviorName: 'Delegates the result and leaves the way open',
      description:
        'If you hand over steps you stay the bottleneck. If you hand over a result somebody can grow.',
      steps: [
        {
          title: 'Result, room, check',
          kind: 'content',
          minutes: 7,
          body: 'Tell the person what has to be true at the end, how much room they have (money, time, whom they may ask), and when you will look at it together. Then keep out of the way in between.\n\nThe check is not a sign of distrust when it was agreed at the start. It is one when it comes as a surprise.',
        },
        {
          title: 'Choose what to let go of',
          kind: 'reflection',
          minutes: 10,
          body: 'List five things you did last week that somebody in your team could learn to do. Mark the one that you like doing most. That one is usually the one you should hand over, because you are keeping it for yourself.',
        },
        {
          title: 'Hand one over',
          kind: 'challenge',
          minutes: 25,
          body: 'Hand over one of the five this week, face to face, with result, room and check. Ask the person to say back what they heard. Correct nothing about the way they plan to do it unless it would hurt somebody.',
        },
      ],
    },
    {
      title: 'One-to-ones that belong to them',
      behaviorName: 'Lets the other person set the agenda',
      description: 'Thirty minutes in which your people say what they would not say in the group.',
      steps: agenda,
      newer: {
        notes: 'A short challenge on what to do with silence, and the talk with your coach is optional now.',
        steps: ownAgenda,
      },
    },
    {
      title: 'A week with one priority',
      behaviorName: 'Names the one thing that must not slip',
      description: 'When everything is important people choose by what shouts loudest.',
      steps: [
        {
          title: 'One sentence on Monday',
          kind: 'content',
          minutes: 4,
          body: 'On Monday finish this sentence for your team: “If we get only one thing right this week, it is …” Say it aloud and write it where the team looks every day. On Friday ask whether it held, and what got in the way. Do not change it on Wednesday because something louder came along; say what you will leave undone instead.',
        },
        {
          title: 'Two Mondays, two Fridays',
          kind: 'practice',
          minutes: 15,
          goal: 2,
          body: 'Do it for two weeks in a row. A try counts when you have done both halves: the sentence on Monday and the question on Friday.',
        },
      ],
    },
    {
      title: 'When a promise is broken',
      behaviorName: 'Speaks about a missed commitment the same day',
      description: 'A date that passes without a word teaches the team that dates do not matter.',
      steps: [
        {
          title: 'Curious first',
          kind: 'content',
          minutes: 6,
          body: 'Speak the same day and begin with what was agreed: “We said the rota would be up by noon. It is not there. What happened?” Then listen, because there may be something you did not know, or did yourself.\n\nOnly then make the new agreement. Ask the person to name the date. What people say themselves they keep more often.',
        },
        {
          title: 'The talk you put off',
          kind: 'challenge',
          minutes: 20,
          body: 'There is a talk of this kind that you are putting off. Have it within three days. Before you go, write the first sentence; after it, write the new agreement and send it to the person in one line.',
        },
        {
          title: 'What you learned about your part',
          kind: 'reflection',
          minutes: 8,
          body: 'What had you left unclear when it was agreed? What will you ask at the start next time? Three sentences will do.',
          isOptional: true,
        },
      ],
    },
    {
      title: 'Notice good work out loud',
      behaviorName: 'Names good work in front of others',
      description: 'What you notice grows. What you take for granted stops.',
      steps: [
        {
          title: 'Praise that is not flattery',
          kind: 'content',
          minutes: 4,
          body: '“Great job” tells people that you are pleased. “You rang the three customers before they rang us, and two of them thanked you for it” tells them what to do again, and tells everybody else as well. Say what was done, and what came of it.',
        },
        {
          title: 'Five in ten days',
          kind: 'practice',
          minutes: 15,
          goal: 5,
          body: 'Five times in ten working days, name a piece of good work in front of at least one other person. Five different people. If you cannot find five, look at the ones whose work you only notice when it is missing.',
        },
      ],
    },
    {
      title: 'Decide and say why',
      behaviorName: 'Explains decisions with their reasons',
      description: 'People can live with a decision against them when they know how it came about.',
      steps: [
        {
          title: 'Three sentences after each decision',
          kind: 'content',
          minutes: 5,
          body: 'After a decision that touches others, say three things: what was decided, what spoke for it and against it, and what would make you think again. The last is what makes people trust the first two.',
        },
        {
          title: 'Explain one that was not popular',
          kind: 'challenge',
          minutes: 15,
          body: 'Choose a decision of the last month that was grumbled about. Explain it again in the three sentences, to the people it touched. Ask “What did I not see?” and write down what they say.',
        },
        {
          title: 'How it was received',
          kind: 'survey',
          minutes: 3,
          body: 'Ask two of the people who were there, in one line each: was it clear what was decided, and was it clear why? Mark this step when both have answered.',
        },
      ],
    },
  ],
};
