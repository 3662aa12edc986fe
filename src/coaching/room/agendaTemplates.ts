/** Agendas to start from, in the words of this product. Minutes are shares of 45. */
export const AGENDA_TEMPLATES: { name: string; items: { text: string; minutes: number }[] }[] = [
  {
    name: 'From goal to next step',
    items: [
      { text: 'What do you want to have when we finish?', minutes: 5 },
      { text: 'What is happening now, and what have you tried?', minutes: 15 },
      { text: 'Which ways forward do you see?', minutes: 15 },
      { text: 'What will you do, and by when?', minutes: 10 },
    ],
  },
  {
    name: 'Look back on one situation',
    items: [
      { text: 'The situation in a few sentences', minutes: 5 },
      { text: 'What you did, and what happened then', minutes: 15 },
      { text: 'What you would do again, and what differently', minutes: 15 },
      { text: 'Where you can try that next', minutes: 10 },
    ],
  },
  {
    name: 'First session',
    items: [
      { text: 'Who we are, and what each of us expects', minutes: 15 },
      { text: 'What you want to get better at, and how you will notice', minutes: 15 },
      { text: 'How we work together, and what stays between us', minutes: 10 },
      { text: 'Next step and next date', minutes: 5 },
    ],
  },
];
