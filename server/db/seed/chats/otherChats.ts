import type { Conversation } from './demoChats.ts';

/** Chats of the second organisation, which are encrypted. */
export const otherChats: Conversation[] = [
  {
    between: ['admin', 'rafael.ibarra'],
    messages: [
      {
        from: 'admin',
        when: '3d 07:40',
        text: 'Piotr says that the second oven is 10 minutes behind schedule every morning. Is that right?',
      },
      {
        from: 'rafael.ibarra',
        when: '3d 07:52',
        text: 'It is 12 minutes. I have recorded it every day since Monday.',
        before: 'It is 12 minutes. I have recorded it every day since monday.',
        liked: { by: 'admin', emoji: '👍' },
      },
      { from: 'admin', when: '3d 07:55', text: 'Please bring the figures to our meeting.' },
      {
        from: 'rafael.ibarra',
        when: '4h',
        text: 'I talked to the service company. They will repair it on Tuesday.',
      },
    ],
    unread: { by: 'admin', count: 1 },
  },
];
