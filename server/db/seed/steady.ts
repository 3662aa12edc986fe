import type { ProgramText } from './library.ts';

export const steady: ProgramText = {
  name: 'Steady under pressure',
  purpose: 'Keep your judgement and your temper on the days when everything comes at once.',
  topics: [
    {
      title: 'Ask for help early',
      behaviorName: 'Says what is stuck before it is late',
      description: 'Help is cheap on day two and expensive on day nine.',
      steps: [
        {
          title: 'The rule of thirty minutes',
          kind: 'content',
          minutes: 4,
          body: 'When you have made no headway for thirty minutes, tell somebody. Not “I am stuck”, but: what you are trying to do, what you have tried, and what you think the question is. Writing those three down solves the thing about one time in three, and otherwise gives the other person a start.',
        },
        {
          title: 'Three early questions',
          kind: 'practice',
          minutes: 15,
          goal: 3,
          body: 'Ask for help three times this fortnight, each time before the day is over on which you got stuck. Ask three different people. Note who was glad to be asked: it will be more of them than you expect.',
        },
      ],
    },
    {
      title: 'Recover after a bad hour',
      behaviorName: 'Takes a pause before answering in anger',
      description: 'Nobody is calm all the time. What counts is how soon you are back.',
      steps: [
        {
          title: 'What your body says first',
          kind: 'content',
          minutes: 6,
          body: 'Pressure shows in the body before it shows in words: a tight jaw, a fast voice, typing too hard. Learn your own first sign. When you notice it you have about ten seconds in which a pause still costs nothing.\n\nThe pause can be small. Stand up. Drink some water. Say “Give me two minutes, I want to answer this properly.” Nobody has ever been thought less of for that sentence.',
        },
        {
          title: 'Your first sign',
          kind: 'reflection',
          minutes: 8,
          body: 'Recall the last time you said something that you regretted an hour later. Go back minute by minute. What did you feel first, and where? Write it down as a sign that you could notice next time.',
        },
        {
          title: 'Catch it four times',
          kind: 'practice',
          minutes: 10,
          goal: 4,
          body: 'Four times, notice the sign and take the pause, whatever comes after it. Half a pause counts. Noticing it only afterwards counts as well, once.',
        },
      ],
    },
    {
      title: 'Protect an hour a day',
      behaviorName: 'Keeps one hour a day for the important',
      description: 'Urgent work takes all the room there is. Important work needs a door that closes.',
      steps: [
        {
          title: 'Pick the hour',
          kind: 'content',
          minutes: 5,
          body: 'Choose the hour in which you think best, and put it into your calendar as if it were a customer. Tell the two people who interrupt you most when it ends. Decide the evening before what it is for, in one line, since an empty hour fills itself with mail.',
        },
        {
          title: 'Five hours that held',
          kind: 'practice',
          minutes: 60,
          goal: 5,
          body: 'Keep the hour five times. It held if you worked for at least forty-five minutes on what you had written down. When it breaks, note what broke it: after five you will see that it is mostly the same thing.',
        },
        {
          title: 'Show your week to your coach',
          kind: 'session',
          minutes: 30,
          body: 'Bring your calendar and the list of what broke the hour. Decide on one thing that you will stop doing, and whom you have to tell.',
          isOptional: true,
        },
      ],
    },
    {
      title: 'Bad news without delay',
      behaviorName: 'Brings bad news early and with a proposal',
      description: 'People forgive a problem. They do not forgive having heard of it last.',
      steps: [
        {
          title: 'What, so what, now what',
          kind: 'content',
          minutes: 5,
          body: 'Say in three sentences what has happened, what it means for the person in front of you, and what you propose. Leave the story of how it came about for later, when somebody asks. If you have no proposal yet, say when you will have one.',
        },
        {
          title: 'Tell one thing sooner',
          kind: 'challenge',
          minutes: 15,
          body: 'Think of something that may go wrong in the next two weeks and that somebody would want to know now. Tell them today, in the three sentences. Note what they did with the time you gave them.',
        },
      ],
    },
  ],
};
