import { type AgendaEntry, agendaNews } from '#src/coaching/room/agendaRows.ts';

const entry = (id: string): AgendaEntry => ({
  kind: 'shared',
  item: { id, text: `Item ${id}`, minutes: 10, order: 1, isDone: false, doneAt: 0, about: null },
});
const rows = (ids: string) => ids.split('').map(entry);

it.each([
  ['ab', 'ab', null],
  ['ab', 'ba', null],
  ['ab', 'acb', '“Item c” is added as item 2 of 3.'],
  ['', 'abc', '3 agenda items are added.'],
  ['ab', 'a', '“Item b” is removed from the agenda.'],
  ['ab', '', '2 agenda items are removed.'],
  ['ab', 'ac', '“Item c” is added as item 2 of 2. “Item b” is removed from the agenda.'],
])('announces the change of an agenda from %s to %s', (before, after, text) => {
  expect(agendaNews(rows(before), rows(after))).toBe(text);
});
