import { lastMinute } from './challenges/lastMinute.ts';
import { seenOrGuessed } from './challenges/seenOrGuessed.ts';
import { tenPastFour } from './challenges/tenPastFour.ts';
import type { ProgramText } from './library.ts';

export const hardTalks: ProgramText = {
  name: 'Talks you would rather skip',
  purpose: 'Begin the talk you have been putting off, keep to what happened, and leave it with an agreement.',
  confirmation: 'manager',
  topics: [
    {
      title: 'Begin with the subject',
      behaviorName: 'Names the subject in the first minute',
      description: 'A long run-up makes the other person nervous and you vague.',
      steps: [
        {
          title: 'The first minute',
          kind: 'content',
          minutes: 5,
          body: 'Most hard talks fail before they have begun: with five minutes about the weather, while the other person wonders what is wrong. Say in the first minute what it is about and what you would like to come out of it. “I want to talk about the weights on the manifest, so that we both know what happens with the next one.”\n\nThen ask whether now is a good time. If it is not, agree on one today.',
        },
        {
          title: 'Wednesday, ten past four',
          kind: 'challenge',
          minutes: 8,
          body: 'A short story in which you decide what is said. There are several ways through it, and some of them can be mended. You can go back and try another one as often as you like.',
          challenge: tenPastFour,
          after: [0],
        },
        {
          title: 'Two openings of your own',
          kind: 'practice',
          minutes: 15,
          goal: 2,
          body: 'Open two real talks this way. They need not be hard ones: a change of shift or a price will do for practice. Count a try when the subject was said within the first minute.',
          after: [1],
        },
      ],
    },
    {
      title: 'Keep to what happened',
      behaviorName: 'Separates what was seen from what was guessed',
      description: 'People argue about motives for hours. About what happened they agree in minutes.',
      steps: [
        {
          title: 'What a camera would show',
          kind: 'content',
          minutes: 5,
          body: 'Before you speak, put down what a camera would have recorded: the time, the words, who was in the room. Everything else is your own addition: why somebody did it, what they think of you, what kind of person they are.\n\nYou may say how it struck you, as long as you say that it is yours: “When the list came at two I thought that it did not matter to you. Is that so?”',
        },
        {
          title: 'Seen or guessed?',
          kind: 'challenge',
          minutes: 6,
          body: 'Six sentences from real talks. Sort them into what could be seen or heard, and what somebody added. You get the reason for each one when you hand it in.',
          challenge: seenOrGuessed,
          after: [0],
        },
        {
          title: 'Your own hardest sentence',
          kind: 'reflection',
          minutes: 10,
          body: 'Write down the sentence that you have been carrying around about somebody. Cross out what you guessed. Write it again with what is left. How does it sound to you now? Nobody else reads this.',
        },
      ],
    },
    {
      title: 'Leave with an agreement',
      behaviorName: 'Ends with one agreement that both can repeat',
      description: 'A good talk without an agreement is remembered as a pleasant one, and then repeated.',
      steps: [
        {
          title: 'One agreement, said twice',
          kind: 'content',
          minutes: 4,
          body: 'Before you get up, say the agreement in one sentence: who does what, by when. Then ask the other person to say it in theirs. The two sentences are hardly ever the same the first time, and that is what the question is for.',
        },
        {
          title: 'The last minute',
          kind: 'challenge',
          minutes: 6,
          body: 'Three questions about the end of a talk. Some of them have more than one right answer. The reasons come with the result, for what was right and for what was not.',
          challenge: lastMinute,
        },
        {
          title: 'Three talks with an end',
          kind: 'practice',
          minutes: 20,
          goal: 3,
          body: 'End three talks this way, at least one of them a hard one. A try counts when the other person has said the agreement in their own words.',
          after: [1],
        },
      ],
    },
  ],
};
