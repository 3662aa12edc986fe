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
  expect(agendaNews(rows(before), rows(after), null)).toBe(text);
});

describe('the state and the place of an item', () => {
  const change = (id: string, over: Partial<AgendaEntry['item']>): AgendaEntry => {
    const { kind, item } = entry(id);
    return { kind, item: { ...item, ...over } };
  };
  const before = [entry('a'), entry('b')];
  const isDone = [change('a', { isDone: true }), entry('b')];

  it('are announced when the other person changes them', () => {
    expect(agendaNews(before, isDone, null)).toBe('“Item a” is done.');
    expect(agendaNews(isDone, before, null)).toBe('“Item a” is not done.');
    expect(agendaNews(before, [entry('b'), change('a', { order: 2 })], null)).toBe(
      '“Item a” is now item 2 of 2.',
    );
  });

  it('are not announced for the item that the viewer has ticked', () => {
    expect(agendaNews(before, isDone, 'a')).toBeNull();
    expect(agendaNews(before, [change('a', { isDone: true }), change('b', { isDone: true })], 'a')).toBe(
      '“Item b” is done.',
    );
  });
});
