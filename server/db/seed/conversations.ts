import type { ProgramText } from './library.ts';

export const conversations: ProgramText = {
  name: 'Conversations that count',
  purpose: 'Say what you mean and hear what is meant, in the talks you have every week anyway.',
  topics: [
    {
      title: 'Listening past the first answer',
      behaviorName: 'Asks one more question before giving an opinion',
      description:
        'The first thing people say is what is easiest to say. What helps you usually comes second.',
      steps: [
        {
          title: 'Why the second answer is better',
          kind: 'content',
          minutes: 6,
          body: 'When somebody brings you a problem, their first sentence is rarely the problem. It is the part they have words for. If you answer it at once, you solve something nobody needed solved, and they go away polite.\n\nAsk one more question and wait. “What else is going on there?” is enough. Count to four in your head before you speak again. Most people fill that pause with what they had left out.',
        },
        {
          title: 'One more question, three times',
          kind: 'practice',
          minutes: 15,
          goal: 3,
          body: 'In three talks this week, ask one more question at the moment when you would normally give your view. Use any of these: “What have you tried?”, “What would a good end look like?”, “What worries you most about it?”\n\nCount a try only if you said nothing of your own until the answer was finished.',
        },
        {
          title: 'What you would have missed',
          kind: 'reflection',
          minutes: 8,
          body: 'Think of the one talk where the extra question changed something. What did you hear that you would have missed? What did it cost you to wait? Write four or five sentences. Nobody else can read them.',
        },
      ],
    },
    {
      title: 'Feedback within a day',
      behaviorName: 'Gives specific feedback within a day',
      description: 'Feedback is worth most while both of you still remember the moment it is about.',
      steps: [
        {
          title: 'Moment, effect, wish',
          kind: 'content',
          minutes: 5,
          body: 'Useful feedback has three parts. The moment: what you saw or heard, so plainly that a camera could confirm it. The effect: what it did to you, the customer or the work. The wish: what you would like more of, or instead.\n\n“In the call with the port you read out the new times twice. The driver wrote them down right. Please keep doing that.” Three sentences, and nobody has to guess.',
        },
        {
          title: 'Say one good thing today',
          kind: 'challenge',
          minutes: 10,
          body: 'Before you stop work today, tell one person about one thing they did well this week, with moment and effect. Speak it, do not write it. Notice whether they ask what you mean: if they do, the moment was not clear enough.',
        },
        {
          title: 'Two that are harder',
          kind: 'practice',
          minutes: 20,
          goal: 2,
          body: 'Twice, tell somebody within a day what did not work. Ask first: “Can I tell you something I noticed in the meeting?” Keep to one moment. Stop after your wish and let them answer; you do not have to agree on everything for it to have helped.',
        },
      ],
    },
    {
      title: 'Requests people can keep',
      behaviorName: 'Says what is needed, by when, and why',
      description:
        'Most broken promises were never clear promises. A good request makes it easy to say yes, or no.',
      steps: [
        {
          title: 'The four parts of a request',
          kind: 'content',
          minutes: 5,
          body: 'A request that can be kept names who, what, by when and what for. Leave one out and the other person has to fill it in, and will fill it in differently.\n\n“Could somebody look at the depot list” has none of the four. “Leila, could you check the depot list for double entries by Thursday noon, so that I can send it to the auditors?” has them all, and she can answer it.',
        },
        {
          title: 'Rewrite three of your own',
          kind: 'challenge',
          minutes: 12,
          body: 'Open your sent messages of the last two days and find three requests. Write each again with all four parts. Send at least one of the new versions, even if it feels fussy: you are allowed to say that you want to be clearer.',
        },
      ],
    },
    {
      title: 'Saying no and staying close',
      behaviorName: 'Declines clearly and offers what is possible',
      description: 'A vague maybe costs both sides more than a kind no.',
      steps: [
        {
          title: 'No, because, instead',
          kind: 'content',
          minutes: 6,
          body: 'People take a no well when they understand it and are not left alone with it. Say no in the first sentence, give one true reason, then say what you can do: a smaller part, a later day, another person.\n\nDo not apologise three times. It makes the other person look after you.',
        },
        {
          title: 'Prepare your hardest no',
          kind: 'reflection',
          minutes: 10,
          body: 'Which request do you keep saying yes to, although something else suffers for it? Write what you would say next time, word for word: the no, the reason, the offer. Read it aloud once.',
        },
        {
          title: 'Try it with your coach',
          kind: 'session',
          minutes: 30,
          body: 'Bring the sentence you wrote. Your coach plays the person who asks and does not give up at once. Do it twice, and agree on the day on which you will say it for real.',
        },
      ],
    },
    {
      title: 'Meetings that end with owners',
      behaviorName: 'Closes each meeting with names and dates',
      description: 'The last five minutes decide whether a meeting was worth the other fifty.',
      steps: [
        {
          title: 'The last five minutes',
          kind: 'content',
          minutes: 4,
          body: 'Stop five minutes early, whatever is left to say. Ask: “What did we decide? Who does what, and by when?” Write the answers where everybody can see them. If a thing has no name beside it, say aloud that nobody will do it, and see who speaks up.',
        },
        {
          title: 'Close four meetings',
          kind: 'practice',
          minutes: 20,
          goal: 4,
          body: 'Close four meetings this way. They need not be your own: in somebody else’s you can ask “Shall we note who takes what?” and offer to write it down.',
        },
      ],
    },
  ],
};
