import {
  keptFirstRow,
  newestRows,
  rangeOf,
  rowsAround,
  WINDOW_STEP,
  withNewerRows,
  withOlderRows,
} from '#src/chat/windowed-list/listWindow.ts';

const items = (count: number, first = 1) => Array.from({ length: count }, (_, n) => ({ id: `${first + n}` }));

it('starts with the newest rows', () => {
  expect(rangeOf(newestRows, 200)).toEqual({ from: 160, to: 200 });
  expect(rangeOf(newestRows, 7)).toEqual({ from: 0, to: 7 });
});

it('adds older rows, up to 240, and then removes the newest', () => {
  let total = 1_000;
  let window = newestRows;
  for (let step = 0; step < 10; step++) window = withOlderRows(rangeOf(window, total), total);
  expect(rangeOf(window, total)).toEqual({ from: 560, to: 800 });
  total += 500; // A history page at the start does not move the window.
  expect(rangeOf(window, total)).toEqual({ from: 1_060, to: 1_300 });
});

it('adds newer rows until the end is rendered', () => {
  let window = rowsAround(100, 300);
  expect(rangeOf(window, 300)).toEqual({ from: 80, to: 120 });
  for (let step = 0; step < 5; step++) window = withNewerRows(window, window.hiddenAfter);
  expect(rangeOf(window, 300)).toEqual({ from: 60, to: 300 });
});

it('keeps the first row while up to 40 rows are appended', () => {
  expect(keptFirstRow(items(100), '61')).toBe(60);
  expect(keptFirstRow(items(139), '61')).toBe(60);
  expect(keptFirstRow(items(141), '61')).toBeNull();
  expect(keptFirstRow(items(WINDOW_STEP - 10), '1')).toBe(0);
});
