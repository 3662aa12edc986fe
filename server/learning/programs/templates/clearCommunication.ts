import type { ProgramText } from './programText.ts';

export const clearCommunication: ProgramText = {
  name: 'Clear communication',
  purpose: 'Listen well, ask clearly and give useful feedback in your everyday conversations.',
  topics: [
    {
      title: 'Active listening',
      behaviorName: 'Asks a follow-up question before giving an opinion',
      description: 'The first answer is rarely the whole story. Ask one more question before you respond.',
      steps: [
        {
          title: 'Why follow-up questions matter',
          kind: 'content',
          minutes: 6,
          body: 'When a colleague brings you a problem, the first sentence often describes a symptom, not the cause. If you answer right away, you may solve the wrong problem.\n\nAsk one more question and wait for the answer, for example: “What else is going on?” Give the other person a few seconds to think. Many people add the most important information after a short pause.',
        },
        {
          title: 'Ask one more question',
          kind: 'practice',
          minutes: 15,
          goal: 3,
          body: 'In 3 conversations this week, ask one more question before you give your opinion. Try one of these: “What have you tried so far?”, “What would a good result look like?”, “What worries you most?”\n\nCount a conversation only if you listened to the full answer before you spoke.',
        },
        {
          title: 'What you learned by listening',
          kind: 'reflection',
          minutes: 8,
          body: 'Think of one conversation in which the extra question made a difference. What did you learn that you would have missed? What made it hard to wait? Write 4 or 5 sentences. Only you can read them.',
        },
      ],
    },
    {
      title: 'Timely feedback',
      behaviorName: 'Gives specific feedback within one day',
      description: 'Feedback is most useful while both of you still remember the situation.',
      steps: [
        {
          title: 'Situation, effect, request',
          kind: 'content',
          minutes: 5,
          body: 'Useful feedback has 3 parts. Situation: what you saw or heard, without judgement. Effect: the result for you, the customer or the team. Request: what you would like the person to continue or change.\n\nExample: “In the call with the port you repeated the new arrival times. The driver wrote them down correctly. Please keep doing that.”',
        },
        {
          title: 'Give positive feedback today',
          kind: 'challenge',
          minutes: 10,
          body: 'Before the end of the day, tell one colleague about something they did well this week. Describe the situation and the effect. Do it in person or by phone, not in writing. If they ask what you mean, be more specific next time.',
        },
        {
          title: 'Give constructive feedback',
          kind: 'practice',
          minutes: 20,
          goal: 2,
          body: 'Do this twice: within one day, tell a colleague about something that did not work. Ask first: “May I give you feedback on the meeting?” Talk about one situation only. End with your request and listen to the answer. You do not have to agree on everything.',
        },
      ],
    },
    {
      title: 'Clear requests',
      behaviorName: 'Says what is needed, by when and why',
      description:
        'Many missed deadlines start with an unclear request. Clear requests are easier to answer.',
      steps: [
        {
          title: 'The 4 parts of a request',
          kind: 'content',
          minutes: 5,
          body: 'A clear request says who should do what, by when, and why. If one part is missing, people fill the gap with their own assumptions.\n\n“Could someone check the depot list?” has none of the 4 parts. “Leila, could you check the depot list for duplicates by Thursday noon, so that I can send it to the auditors?” has all of them.',
        },
        {
          title: 'Rewrite 3 requests',
          kind: 'challenge',
          minutes: 12,
          body: 'Find 3 requests in the messages you sent in the last 2 days. Rewrite each one with all 4 parts: who, what, by when, and why. Send at least one of the new versions and ask whether it is clearer than the original.',
        },
      ],
    },
    {
      title: 'Saying no constructively',
      behaviorName: 'Declines clearly and offers an alternative',
      description: 'A clear and friendly no is better for everyone than a vague maybe.',
      steps: [
        {
          title: 'No, reason, alternative',
          kind: 'content',
          minutes: 6,
          body: 'Most people accept a no if they understand the reason and get help with the next step. Say no in the first sentence, give one honest reason, and then offer what you can do: a smaller part, a later date, or another contact.\n\nOne apology is enough. Repeated apologies make your message less clear.',
        },
        {
          title: 'Prepare a difficult no',
          kind: 'reflection',
          minutes: 10,
          body: 'Which request do you often accept even though other work suffers? Write down what you will say next time, word for word: the no, the reason and the alternative. Read it aloud once and check that it sounds like you.',
        },
        {
          title: 'Role play with your coach',
          kind: 'session',
          minutes: 30,
          body: 'Bring the text that you prepared. Your coach plays the person who makes the request and does not give up immediately. Practise the conversation twice, then agree on a date for the real one.',
        },
      ],
    },
    {
      title: 'Meetings with clear results',
      behaviorName: 'Ends each meeting with owners and due dates',
      description: 'The last 5 minutes of a meeting decide whether it leads to results.',
      steps: [
        {
          title: 'Close the meeting in 5 minutes',
          kind: 'content',
          minutes: 4,
          body: 'Stop the discussion 5 minutes before the end. Ask: “What did we decide? Who does what, and by when?” Write the answers where everyone can see them. If a task has no owner, ask who will take it before the meeting ends.',
        },
        {
          title: 'Close 4 meetings',
          kind: 'practice',
          minutes: 20,
          goal: 4,
          body: 'Close 4 meetings in this way. You do not have to be the organiser. You can also ask “Shall we note who takes which task?” and offer to write the summary.',
        },
      ],
    },
  ],
};
