import type { Challenge } from '#contract/learning/challenges.ts';

/** A branching scenario about giving feedback in time. */
export const manifestScenario: Challenge = {
  kind: 'scenario',
  passAt: 60,
  start: 'door',
  places: [
    {
      key: 'door',
      text: 'It is Wednesday, 4:10 p.m. The ship leaves at 6. Dario has sent the third manifest this month with wrong weights, and you have corrected it yourself. Now he asks whether you need anything else from him today.',
      choices: [
        {
          key: 'later',
          text: '“No, everything is fine. See you tomorrow.”',
          to: 'tomorrow',
          isGood: false,
          reason:
            'You avoid the conversation today. Dario does not learn about the mistake and will repeat it.',
        },
        {
          key: 'open',
          text: '“Yes. I would like to talk about the weights on the manifest. Do you have 5 minutes now?”',
          to: 'reply',
          isGood: true,
          reason: 'You name the subject right away, and Dario can say whether it is a good time.',
        },
        {
          key: 'hint',
          text: '“People at the port are wondering whether anyone here can count.”',
          to: 'hurt',
          isGood: false,
          reason:
            'A sarcastic remark hides the subject. Dario has to guess what you mean and feels attacked.',
        },
      ],
    },
    {
      key: 'tomorrow',
      text: 'On Thursday the fourth manifest arrives. The weights are wrong again, and now you are annoyed.',
      choices: [
        {
          key: 'mail',
          text: 'Write him a long email about accuracy and copy his manager.',
          to: null,
          isGood: false,
          reason:
            'This is the first time Dario hears about the problem, and his manager reads it too. He will defend himself instead of solving it.',
        },
        {
          key: 'walk',
          text: 'Talk to him: “The weights were wrong 4 times this month. I should have told you the first time.”',
          to: 'reply',
          isGood: true,
          reason:
            'Late feedback is better than none. You admit your own part, which makes it easier for Dario to do the same.',
        },
      ],
    },
    {
      key: 'hurt',
      text: 'Dario is upset. “If you want to tell me something, please say it directly.”',
      choices: [
        {
          key: 'sorry',
          text: '“You are right, that was unfair. It is about the weights: they were wrong in 3 manifests.”',
          to: 'reply',
          isGood: true,
          reason: 'A short apology and a clear subject bring the conversation back to the problem.',
        },
        {
          key: 'down',
          text: '“Relax, it was only a joke.”',
          to: null,
          isGood: false,
          reason: 'Now there are 2 problems: the weights, and a colleague who does not feel taken seriously.',
        },
      ],
    },
    {
      key: 'reply',
      text: '“I copy the weights from the booking system,” says Dario. “If they are wrong there, what should I do?”',
      choices: [
        {
          key: 'ask',
          text: '“I did not know that. Can you show me where you find them?”',
          to: null,
          isGood: true,
          reason: 'You learn something new. Looking at the system together helps you find the cause.',
        },
        {
          key: 'insist',
          text: '“You sign the manifest, so you have to check it.”',
          to: null,
          isGood: false,
          reason: 'That may be true, but it ends the conversation before you know why the weights are wrong.',
        },
      ],
    },
  ],
};
