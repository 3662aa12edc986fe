import type { Challenge } from '#contract/learning/challenges.ts';

/** Sentences to sort into facts and assumptions. */
export const factsOrAssumptions: Challenge = {
  kind: 'sort',
  passAt: 80,
  task: 'Which of these sentences are facts that a camera could record, and which are assumptions?',
  groups: [
    { key: 'seen', text: 'Fact' },
    { key: 'guessed', text: 'Assumption' },
  ],
  cards: [
    {
      key: 'looked',
      text: 'She looked at her phone twice while I was speaking.',
      group: 'seen',
      reason: 'You can see and count this. The reason for it is a different question.',
    },
    {
      key: 'bored',
      text: 'She was bored.',
      group: 'guessed',
      reason: 'You cannot see boredom. She may have been waiting for an important message.',
    },
    {
      key: 'late',
      text: 'The list arrived at 2 p.m. instead of noon.',
      group: 'seen',
      reason: 'Both times can be checked.',
    },
    {
      key: 'care',
      text: 'He does not care about the deadline.',
      group: 'guessed',
      reason: 'This is a motive. You only know it if you ask him.',
    },
    {
      key: 'never',
      text: 'You never answer my messages.',
      group: 'guessed',
      reason: '“Never” is an exaggeration. “You did not answer my 3 messages since Monday” would be a fact.',
    },
    {
      key: 'silent',
      text: 'You did not say anything in the meeting after my question.',
      group: 'seen',
      reason: 'Everyone in the meeting could observe this.',
    },
  ],
};
