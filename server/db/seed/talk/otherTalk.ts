import type { Talk } from './demoTalk.ts';

/** What the people of the second organisation have written to each other; it is encrypted. */
export const otherTalk: Talk[] = [
  {
    between: ['admin', 'rafael.ibarra'],
    lines: [
      {
        from: 'admin',
        when: '3d 07:40',
        text: 'Piotr says the second oven is ten minutes late every morning. Is that so?',
      },
      {
        from: 'rafael.ibarra',
        when: '3d 07:52',
        text: 'Twelve. I have a note of each day since Monday.',
        before: 'Twelve. I have a note of each day since monday.',
        liked: { by: 'admin', emoji: '👍' },
      },
      { from: 'admin', when: '3d 07:55', text: 'Bring it along. Numbers first, names never.' },
      {
        from: 'rafael.ibarra',
        when: '4h',
        text: 'The talk with the workshop took a quarter of an hour. They come on Tuesday.',
      },
    ],
    unread: { by: 'admin', count: 1 },
  },
];
