import type { Challenge } from '#contract/challenges.ts';
import type { ProgramText } from './library.ts';

const tenPastFour: Challenge = {
  kind: 'scenario',
  passAt: 60,
  start: 'door',
  places: [
    {
      key: 'door',
      text: 'Wednesday, ten past four. Dario has sent the third manifest this month with the wrong weights, and the ship leaves at six. You have corrected it yourself. Now he stands in the door and asks whether you need anything else.',
      choices: [
        {
          key: 'later',
          text: '“No, all fine. See you tomorrow.”',
          to: 'tomorrow',
          isGood: false,
          reason:
            'It keeps the peace for one evening. He learns that somebody will mend it, and you learn to look over his shoulder.',
        },
        {
          key: 'open',
          text: '“Yes. I want to talk about the weights on the manifest. Have you five minutes now?”',
          to: 'reply',
          isGood: true,
          reason: 'The subject is in the first sentence, and he may say whether now is a good time.',
        },
        {
          key: 'hint',
          text: '“People on the quay are wondering whether everybody here can count.”',
          to: 'hurt',
          isGood: false,
          reason:
            'A joke at his cost hides the subject behind others. He has to guess what you mean, and will remember the tone.',
        },
      ],
    },
    {
      key: 'tomorrow',
      text: 'On Thursday the fourth manifest arrives. The weights are wrong again, and now you are angry as well.',
      choices: [
        {
          key: 'mail',
          text: 'Write him a long mail about accuracy, with his manager in copy.',
          to: null,
          isGood: false,
          reason:
            'The first he hears of it is in writing and in public. He will defend himself instead of looking at the weights.',
        },
        {
          key: 'walk',
          text: 'Walk over: “The weights were off four times this month. I should have said so after the first.”',
          to: 'reply',
          isGood: true,
          reason:
            'Late is better than never, and owning your part of the delay makes it easier for him to own his.',
        },
      ],
    },
    {
      key: 'hurt',
      text: 'Dario goes red. “If you have something to say to me, say it.”',
      choices: [
        {
          key: 'sorry',
          text: '“You are right, that was unfair. It is about the weights: three manifests were off.”',
          to: 'reply',
          isGood: true,
          reason: 'A short apology and the plain subject bring the talk back to what can be mended.',
        },
        {
          key: 'down',
          text: '“Take it easy, it was a joke.”',
          to: null,
          isGood: false,
          reason:
            'Now there are two things between you: the weights, and that you would not stand by your words.',
        },
      ],
    },
    {
      key: 'reply',
      text: '“I copy them from the booking system,” says Dario. “If they are wrong there, what am I to do?”',
      choices: [
        {
          key: 'ask',
          text: '“I did not know that. Show me where you take them from.”',
          to: null,
          isGood: true,
          reason:
            'You have learned something you could not have known. Looking at it together finds the cause instead of the culprit.',
        },
        {
          key: 'insist',
          text: '“You sign them, so you check them.”',
          to: null,
          isGood: false,
          reason:
            'It may even be true. Said now, it ends the talk before either of you knows why the numbers are wrong.',
        },
      ],
    },
  ],
};

const seenOrGuessed: Challenge = {
  kind: 'sort',
  passAt: 80,
  task: 'Which of these could a camera have recorded, and which did somebody add?',
  groups: [
    { key: 'seen', text: 'Seen or heard' },
    { key: 'guessed', text: 'Guessed' },
  ],
  cards: [
    {
      key: 'looked',
      text: 'She looked at her telephone twice while I spoke.',
      group: 'seen',
      reason: 'It can be counted. What it means is another matter.',
    },
    {
      key: 'bored',
      text: 'She was bored.',
      group: 'guessed',
      reason: 'Nobody sees boredom. She may have waited for news of a child.',
    },
    {
      key: 'late',
      text: 'The list came at two instead of at noon.',
      group: 'seen',
      reason: 'Two times that anybody can look up.',
    },
    {
      key: 'care',
      text: 'He does not care about the deadline.',
      group: 'guessed',
      reason: 'That is a motive, and motives are inside people. Ask.',
    },
    {
      key: 'never',
      text: 'You never answer my messages.',
      group: 'guessed',
      reason:
        '“Never” is a feeling that dresses up as a number. Three messages since Monday would be a fact.',
    },
    {
      key: 'silent',
      text: 'In the meeting you said nothing after my question.',
      group: 'seen',
      reason: 'It happened or it did not, and both of you were there.',
    },
  ],
};

const lastMinute: Challenge = {
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
