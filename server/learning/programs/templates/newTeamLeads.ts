import type { ProgramText, StepText } from './programText.ts';

const agenda: StepText[] = [
  {
    title: 'The purpose of one-to-ones',
    kind: 'content',
    minutes: 6,
    body: 'Status updates belong on the team board. One-to-ones are for everything else: questions, wishes, problems with colleagues, next career steps. Your team member sets the agenda and speaks first. Bring at most one topic of your own and say so at the start.\n\nIf you have to cancel, suggest a new time in the same week. People notice when their meeting is always the first one to be cancelled.',
  },
  {
    title: 'Start with their agenda',
    kind: 'practice',
    minutes: 30,
    goal: 3,
    body: 'Start 3 one-to-ones with the question “What would you like to talk about?” If your team member has no topic, wait a moment, then ask: “What took more energy than it should have this week?”',
  },
  {
    title: 'Discuss it with your coach',
    kind: 'session',
    minutes: 45,
    body: 'Tell your coach about the one-to-one in which your team member spoke least. What could be the reason? Decide together on one thing that you will do differently next time.',
  },
];

const silence: StepText = {
  title: 'Handling silence',
  kind: 'challenge',
  minutes: 5,
  body: 'Read 2 situations from one-to-ones in which the conversation stops. Choose what you would do. You get an explanation for each answer after you submit.',
  challenge: {
    kind: 'quiz',
    passAt: 100,
    questions: [
      {
        key: 'empty',
        text: 'Wen says “I have no topics today” and looks down. What do you do?',
        kind: 'single',
        options: [
          {
            key: 'own',
            text: 'Go through your own topics to make good use of the time.',
            isRight: false,
            reason:
              'The meeting becomes about your topics. Wen will probably bring no topics next week either.',
          },
          {
            key: 'wait',
            text: 'Wait a moment, then ask what took more energy than it should have.',
            isRight: true,
            reason: 'The pause gives Wen time to think, and a small question is easy to answer.',
          },
          {
            key: 'end',
            text: 'End the meeting early because there is nothing to discuss.',
            isRight: false,
            reason: 'Quiet team members often have topics that they find hard to raise.',
          },
        ],
      },
      {
        key: 'tears',
        text: 'A team member stops in the middle of a sentence and is close to tears. What helps now?',
        kind: 'multiple',
        options: [
          {
            key: 'quiet',
            text: 'Stay with them and say nothing for a moment.',
            isRight: true,
            reason: 'They can find their own words if you do not rush them.',
          },
          {
            key: 'choice',
            text: 'Say: “We can take a break or continue. What would you prefer?”',
            isRight: true,
            reason: 'They decide how much they want to share, and know that both options are fine.',
          },
          {
            key: 'fix',
            text: 'Suggest 3 possible solutions.',
            isRight: false,
            reason: 'You do not know the problem yet. A quick solution may not help them.',
          },
        ],
      },
    ],
  },
};
const newAgenda: StepText[] = agenda.flatMap((step, index) => [
  index === 2 ? { ...step, isOptional: true as const } : step,
  ...(index === 0 ? [silence] : []),
]);

export const newTeamLeads: ProgramText = {
  name: 'Essentials for new team leads',
  purpose: 'Move from doing the work yourself to helping your team succeed.',
  topics: [
    {
      title: 'Delegating results',
      behaviorName: 'Delegates results and lets people choose the approach',
      description:
        'If you delegate single tasks, every decision stays with you. If you delegate results, people can grow.',
      steps: [
        {
          title: 'Result, scope, check-in',
          kind: 'content',
          minutes: 7,
          body: 'Explain the result that you expect, the scope for decisions (budget, time, contacts), and the date of your next check-in. In between, let the person work independently.\n\nA check-in does not show a lack of trust if you agreed on it at the start. A surprise check does.',
        },
        {
          title: 'Choose what to delegate',
          kind: 'reflection',
          minutes: 10,
          body: 'List 5 tasks that you did last week and that someone in your team could learn. Mark the one that you enjoy most. It is often the best one to delegate, because you tend to keep it for yourself.',
        },
        {
          title: 'Delegate one task',
          kind: 'challenge',
          minutes: 25,
          body: 'Delegate one of the 5 tasks this week in a personal conversation. Agree on result, scope and check-in. Ask the person to summarise what you agreed. Do not correct their approach unless it would cause harm.',
        },
      ],
    },
    {
      title: 'Effective one-to-ones',
      behaviorName: 'Lets team members set the agenda of one-to-ones',
      description: 'A 30-minute conversation about topics that do not fit into team meetings.',
      steps: agenda,
      newer: {
        notes: 'Adds a short challenge about silence. The session with your coach is now optional.',
        steps: newAgenda,
      },
    },
    {
      title: 'One priority per week',
      behaviorName: 'Names the most important goal of the week',
      description: 'Without a clear priority, people work on whatever seems most urgent.',
      steps: [
        {
          title: 'Set the priority on Monday',
          kind: 'content',
          minutes: 4,
          body: 'On Monday, complete this sentence for your team: “If we achieve only one thing this week, it is …” Say it in the team meeting and write it on the team board. On Friday, ask whether you achieved it and what got in the way. If something more urgent comes up, say which task will wait.',
        },
        {
          title: 'Do it for 2 weeks',
          kind: 'practice',
          minutes: 15,
          goal: 2,
          body: 'Set a weekly priority for 2 weeks in a row. A week counts if you did both parts: the priority on Monday and the review on Friday.',
        },
      ],
    },
    {
      title: 'Addressing missed commitments',
      behaviorName: 'Talks about a missed commitment on the same day',
      description: 'If no one mentions a missed date, the team learns that dates do not matter.',
      steps: [
        {
          title: 'Start with a question',
          kind: 'content',
          minutes: 6,
          body: 'Talk to the person on the same day and start with the agreement: “We agreed that the shift plan would be ready by noon, and it is not. What happened?” Then listen. There may be a reason that you did not know.\n\nAfter that, agree on a new date. Let the person suggest it: people are more likely to keep dates that they suggested.',
        },
        {
          title: 'Have the conversation',
          kind: 'challenge',
          minutes: 20,
          body: 'Think of a missed commitment that you have not addressed yet. Have the conversation within 3 days. Write down your first sentence before you start. Afterwards, send the new agreement to the person in one line.',
        },
        {
          title: 'Reflect on your part',
          kind: 'reflection',
          minutes: 8,
          body: 'What was unclear when you made the agreement? What will you ask at the start next time? Write 3 sentences. Only you can read them.',
          isOptional: true,
        },
      ],
    },
    {
      title: 'Recognising good work',
      behaviorName: 'Recognises good work in front of the team',
      description: 'Recognition shows people which work matters and encourages them to continue.',
      steps: [
        {
          title: 'Specific recognition',
          kind: 'content',
          minutes: 4,
          body: '“Great job” tells people that you are satisfied. “You called the 3 customers before they called us, and 2 of them thanked you” tells them what to do again. Say what the person did and what the result was.',
        },
        {
          title: 'Recognise 5 people in 10 days',
          kind: 'practice',
          minutes: 15,
          goal: 5,
          body: 'Within 10 working days, recognise the good work of 5 different people, each time in front of at least one colleague. Include people whose work is rarely visible.',
        },
      ],
    },
    {
      title: 'Explaining decisions',
      behaviorName: 'Explains the reasons behind decisions',
      description: 'People accept a decision more easily if they understand how it was made.',
      steps: [
        {
          title: 'Decision, reasons, review',
          kind: 'content',
          minutes: 5,
          body: 'After a decision that affects others, explain 3 things: what was decided, the reasons for and against it, and what could change the decision. The last point shows that you are open to new information.',
        },
        {
          title: 'Explain an unpopular decision',
          kind: 'challenge',
          minutes: 15,
          body: 'Choose a decision from the last month that people criticised. Explain it again to the people it affects: the decision, the reasons, and what could change it. Ask “What did I miss?” and write down the answers.',
        },
        {
          title: 'Collect feedback',
          kind: 'practice',
          minutes: 5,
          goal: 2,
          body: 'Ask 2 people who were present: was the decision clear, and were the reasons clear? Write down what they say, and thank them.',
        },
      ],
    },
  ],
};
