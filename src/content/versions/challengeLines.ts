import type { Challenge } from '#contract/learning/challenges.ts';

const answer = (text: string, isRight: boolean, reason: string) =>
  `${isRight ? 'Right' : 'Wrong'}: ${text} (${reason})`;

/** All texts of a challenge, one per line. */
export function challengeLines(challenge: Challenge): string[] {
  switch (challenge.kind) {
    case 'quiz':
      return challenge.questions.flatMap(({ text, options }, index) => [
        `Question ${index + 1}: ${text}`,
        ...options.map((option) => answer(option.text, option.isRight, option.reason)),
      ]);
    case 'scenario':
      return challenge.places.flatMap(({ text, choices }, index) => [
        `Scene ${index + 1}: ${text}`,
        ...choices.map((choice) => answer(choice.text, choice.isGood, choice.reason)),
      ]);
    case 'sort':
      return [
        challenge.task,
        `Groups: ${challenge.groups.map(({ text }) => text).join(', ')}`,
        ...challenge.cards.map((card) => {
          const group = challenge.groups.find(({ key }) => key === card.group);
          return `${card.text}: ${group?.text ?? 'no group'} (${card.reason})`;
        }),
      ];
    case 'fill':
      return [
        challenge.task,
        ...challenge.gaps.flatMap(({ text, accepted, reason, mistakes, otherwise }, index) => [
          `Sentence ${index + 1}: ${text}`,
          answer(accepted.map((one) => one.text).join(', '), true, reason),
          ...mistakes.map((mistake) => answer(mistake.text, false, mistake.reason)),
          answer('any other answer', false, otherwise),
        ]),
      ];
  }
}
