import type { ProgramText } from '#server/learning/programs/templates/programText.ts';

export const workingUnderPressure: ProgramText = {
  name: 'Working under pressure',
  purpose: 'Stay calm, set priorities and ask for support when the workload is high.',
  topics: [
    {
      title: 'Asking for help early',
      behaviorName: 'Asks for help before a deadline is at risk',
      description: 'A problem is easier to solve on day 2 than on day 9.',
      steps: [
        {
          title: 'The 30-minute rule',
          kind: 'content',
          minutes: 4,
          body: 'If you have made no progress for 30 minutes, ask for help. Say what you want to achieve, what you have tried, and what your question is. Writing down these 3 points often helps you find the answer yourself. If not, it gives your colleague a good start.',
        },
        {
          title: 'Ask for help 3 times',
          kind: 'practice',
          minutes: 15,
          goal: 3,
          body: 'In the next 2 weeks, ask 3 different colleagues for help, each time on the day you get stuck. Note how they reacted. Most people are glad to be asked.',
        },
      ],
    },
    {
      title: 'Staying calm in stressful moments',
      behaviorName: 'Takes a short break instead of reacting in anger',
      description: 'Everyone feels stress. What matters is how quickly you recover.',
      steps: [
        {
          title: 'Recognise your stress signals',
          kind: 'content',
          minutes: 6,
          body: 'Stress shows in the body first: a tight jaw, a fast voice, shallow breathing. Learn to recognise your own first signal. When you notice it, you still have time to take a short break.\n\nThe break can be small. Stand up. Drink some water. Say: “Give me 2 minutes, I want to answer this properly.” Your colleagues will understand.',
        },
        {
          title: 'Find your first signal',
          kind: 'reflection',
          minutes: 8,
          body: 'Think of a situation in which you said something that you regretted later. Go through it minute by minute. What did you feel first, and where in your body? Describe it as a signal that you can notice next time.',
        },
        {
          title: 'Take 4 short breaks',
          kind: 'practice',
          minutes: 10,
          goal: 4,
          body: 'Notice your stress signal 4 times and take a short break before you respond. A very short break counts as well. If you notice the signal only afterwards, you can count that once.',
        },
      ],
    },
    {
      title: 'Protecting focus time',
      behaviorName: 'Reserves one hour a day for important work',
      description: 'Urgent tasks fill the whole day unless you reserve time for important work.',
      steps: [
        {
          title: 'Plan your focus hour',
          kind: 'content',
          minutes: 5,
          body: 'Choose the hour in which you concentrate best and block it in your calendar like a customer meeting. Tell the colleagues who contact you most often when you are available again. Decide the day before what you will work on.',
        },
        {
          title: 'Keep 5 focus hours',
          kind: 'practice',
          minutes: 60,
          goal: 5,
          body: 'Keep your focus hour 5 times. An hour counts if you worked on the planned task for at least 45 minutes. If you were interrupted, note the reason. After 5 times you will see a pattern.',
        },
        {
          title: 'Review your week with your coach',
          kind: 'session',
          minutes: 30,
          body: 'Bring your calendar and your list of interruptions. Decide together on one thing that you will stop doing, and on the people you need to inform about it.',
          isOptional: true,
        },
      ],
    },
    {
      title: 'Sharing bad news early',
      behaviorName: 'Reports problems early and suggests a solution',
      description: 'People can deal with a problem. It is harder to deal with a late surprise.',
      steps: [
        {
          title: 'What, so what, now what',
          kind: 'content',
          minutes: 5,
          body: 'Use 3 sentences: what happened, what it means for the other person, and what you suggest. Explain the background only if they ask. If you do not have a suggestion yet, say when you will have one.',
        },
        {
          title: 'Report one risk today',
          kind: 'challenge',
          minutes: 15,
          body: 'Think of something that could go wrong in the next 2 weeks. Inform the person who needs to know today, in 3 sentences. Note what they were able to do because they learned about it early.',
        },
      ],
    },
  ],
};
