import type { Challenge } from '#contract/challenges.ts';

/** A story with more than one way through it: to say it today, or to wait for the next time. */
export const tenPastFour: Challenge = {
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
