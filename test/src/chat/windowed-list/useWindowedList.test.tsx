import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { useWindowedList, type WindowedList } from '#src/chat/windowed-list/useWindowedList.ts';

const ROW_PX = 40;
const VIEW_PX = 300;
const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `${from + index}` }));

interface Props {
  rows: { id: string }[];
  followedId?: string | null;
}
/** The latest value of the hook. */
const latest: { list?: WindowedList } = {};
const onStartReached = jest.fn();

/** A list in a document without layout. The heights are computed from the number of rows. */
function TestList({ rows, followedId = null }: Props) {
  const list = useWindowedList({ items: rows, followedId, contentVersion: null, onStartReached });
  const { scroller, from, to } = list;
  useEffect(() => {
    latest.list = list;
  });
  return (
    <div ref={scroller} data-testid="scroller">
      {rows.slice(from, to).map(({ id }) => (
        <div key={id} data-id={id} />
      ))}
    </div>
  );
}

const list = () => latest.list!;
const scroller = () => screen.getByTestId('scroller');
const rendered = () => Array.from(scroller().children, (row) => Number((row as HTMLElement).dataset.id));
const rowAt = (element: HTMLElement) => Array.from(element.parentElement?.children ?? []).indexOf(element);
const layout: [keyof HTMLElement, (element: HTMLElement) => number][] = [
  ['clientHeight', () => VIEW_PX],
  ['scrollHeight', (element) => element.children.length * ROW_PX],
  ['offsetHeight', () => ROW_PX],
  ['offsetTop', (element) => rowAt(element) * ROW_PX],
];
beforeAll(() => {
  for (const [name, measure] of layout)
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        return measure(this);
      },
    });
});
afterAll(() => {
  for (const [name] of layout) Reflect.deleteProperty(HTMLElement.prototype, name);
});
const scrollTo = (top: number) =>
  act(() => {
    scroller().scrollTop = top;
    scroller().dispatchEvent(new Event('scroll'));
  });
/** The first row in view, and its distance from the upper edge. */
const inView = () => {
  const index = Math.floor(scroller().scrollTop / ROW_PX);
  return { id: rendered()[index], top: index * ROW_PX - scroller().scrollTop };
};

it('opens at its end and stays there while rows are appended', () => {
  const { rerender } = render(<TestList rows={items(1, 200)} />);
  expect(rendered()).toEqual(items(161, 200).map(({ id }) => Number(id)));
  expect(scroller().scrollTop).toBe(40 * ROW_PX);
  rerender(<TestList rows={items(1, 210)} />);
  expect(rendered().at(-1)).toBe(210);
  expect(scroller().scrollTop).toBe(50 * ROW_PX);
  expect(list().isAtEnd).toBe(true);
});

it('keeps the row in view when rows are added before and after it', () => {
  const { rerender } = render(<TestList rows={items(101, 300)} />);
  scrollTo(1_000);
  expect(inView()).toEqual({ id: 286, top: 0 });
  scrollTo(470); // Near the upper edge, 40 older rows are rendered.
  expect(rendered()).toHaveLength(80);
  expect(inView()).toEqual({ id: 272, top: -30 });
  const position = inView();
  rerender(<TestList rows={items(1, 310)} />);
  expect(inView()).toEqual(position);
  expect(list().isAtEnd).toBe(false);
});

it('stays at its end when a window of another size moves the list', () => {
  const before = globalThis.ResizeObserver;
  let observe = () => {};
  globalThis.ResizeObserver = class {
    constructor(onResize: ResizeObserverCallback) {
      observe = () => onResize([], this);
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  try {
    render(<TestList rows={items(1, 200)} />);
    observe(); // the first size
    Object.defineProperty(scroller(), 'clientHeight', { value: VIEW_PX + 200 });
    scrollTo(100); // by the browser, before the observer runs again
    observe();
    expect(list().isAtEnd).toBe(true);
    expect(scroller().scrollTop).toBe(40 * ROW_PX);
  } finally {
    globalThis.ResizeObserver = before;
  }
});

it('renders at most 240 rows while the user scrolls up, and asks for older ones at the start', () => {
  render(<TestList rows={items(1, 500)} />);
  for (let step = 0; step < 20; step++) {
    scrollTo(100);
    expect(rendered().length).toBeLessThanOrEqual(240);
  }
  expect(rendered()[0]).toBe(1);
  expect(onStartReached).toHaveBeenCalled();
});

it('scrolls to an item anywhere in the list, and back to the end', () => {
  render(<TestList rows={items(1, 500)} />);
  act(() => list().scrollToItem(99));
  expect(rendered()).toContain(100);
  expect(scroller().scrollTop).toBe(rendered().indexOf(100) * ROW_PX - 72);
  act(() => list().scrollToEnd());
  expect(rendered().at(-1)).toBe(500);
  expect(list().isAtEnd).toBe(true);
});

it('scrolls to the end for a message that the user sends', () => {
  const { rerender } = render(<TestList rows={items(1, 200)} />);
  scrollTo(1_000);
  expect(list().isAtEnd).toBe(false);
  rerender(<TestList rows={items(1, 201)} followedId="201" />);
  expect(list().isAtEnd).toBe(true);
  expect(rendered().at(-1)).toBe(201);
});
