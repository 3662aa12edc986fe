import type { Challenge } from '#contract/challenges.ts';

/** Sentences to sort: what could be seen or heard, and what somebody added. */
export const seenOrGuessed: Challenge = {
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
