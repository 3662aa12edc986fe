import { render } from '@testing-library/react';
import ToastCard from '#src/ui/feedback/ToastCard.tsx';
import { moveOf } from '#src/ui/feedback/toastPlace.ts';

const box = (top: number, bottom: number, left = 0, right = 100) => ({ top, bottom, left, right });

it.each([
  ['stays in a free place', [box(0, 100), box(900, 1_000, 200, 300)], 0],
  ['moves above a control that it would cover', [box(900, 940)], -44],
  [
    'moves above the next control if there is too little room between them',
    [box(900, 940), box(830, 880), box(945, 1_000)],
    -114,
  ],
  ['moves down when that is nearer', [box(840, 911)], 15],
])('a toast %s', (_which, controls, y) => {
  const window = { width: 100, height: 1_000 };
  expect(moveOf(box(900, 940), { controls, texts: [] }, window)).toMatchObject({ x: 0, y });
});

it('moves to the side if that is nearer, and never outside the window', () => {
  const window = { width: 1_000, height: 1_000 };
  const toast = box(900, 940, 20, 120);
  const column = [box(300, 1_000, 0, 300)];
  const place = (of: typeof toast, controls: (typeof toast)[]) => moveOf(of, { controls, texts: [] }, window);
  expect(place(toast, column)).toMatchObject({ x: 430, y: 0 });
  expect(place(toast, [...column, box(800, 1_000, 400, 600)])).toMatchObject({ x: 860, y: 0 });
  expect(place(toast, [...column, box(800, 1_000, 400, 990)])).toMatchObject({ x: 430, y: -144 });
  expect(place(box(900, 940, 20, 980), column)).toMatchObject({ x: 0, y: -644 });
  expect(place(toast, [box(0, 1_000, 0, 1_000)])).toBeNull();
});

it('covers the least text of its line, and leaves the line only for a control', () => {
  const window = { width: 300, height: 1_000 };
  const texts = [box(0, 960, 0, 120), box(900, 910, 120, 300), box(800, 1_000, 200, 300)];
  const place = (controls: (typeof texts)[]) =>
    moveOf(box(900, 940), { controls: controls.flat(), texts }, window);
  expect(place([])).toMatchObject({ x: 100, y: 0 });
  expect(place([[box(920, 930, 0, 300)]])).toMatchObject({ x: 200, y: -144 });
});

it('covers least text beside a control', () => {
  const open = (texts: Record<string, ReturnType<typeof box>>) => {
    const boxes: typeof texts = { ...texts, toast: box(690, 745) };
    const read = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const { left, top, right, bottom } =
        boxes[this.matches('.toast') ? 'toast' : (this.textContent ?? '')] ?? box(0, 0, 0, 0);
      return new DOMRect(left, top, right - left, bottom - top);
    });
    const { container, unmount } = render(
      <main>
        <p>A text</p>
        <button type="button">Save</button>
        <ToastCard text="Your note is saved." onUndo={null} onClose={() => {}} />
      </main>,
    );
    const { translate } = container.querySelector<HTMLElement>('.toast')?.style ?? {};
    unmount();
    read.mockRestore();
    return translate;
  };
  const Save = box(700, 740, 0, 1_100);
  expect(open({ Save, 'A text': box(600, 690, 0, 1_100) })).toBe('0px -149px');
  expect(open({ Save, 'A text': box(0, 690, 0, 1_100) })).toBe('0px -49px');
});

it('covers no button of the page', () => {
  const boxes: Record<string, ReturnType<typeof box>> = {
    Save: box(700, 740, 0, 1_100),
    toast: box(690, 745),
  };
  const read = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const { left, top, right, bottom } =
      boxes[this.matches('.toast') ? 'toast' : (this.textContent ?? '')] ?? box(0, 0, 0, 0);
    return new DOMRect(left, top, right - left, bottom - top);
  });
  const { container } = render(
    <>
      <button type="button">Save</button>
      <ToastCard text="Your note is saved." onUndo={null} onClose={() => {}} />
    </>,
  );
  expect(container.querySelector<HTMLElement>('.toast')?.style.translate).toBe('0px -49px');
  read.mockRestore();
});

it('becomes narrow beside a narrow page, so that it covers no text', () => {
  const read = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    if (this.matches('.toast')) return new DOMRect(24, 700, this.matches('.toast-narrow') ? 248 : 480, 40);
    return this.matches('main p') ? new DOMRect(300, 0, 680, 768) : new DOMRect();
  });
  const { container } = render(
    <main>
      <p>A text</p>
      <ToastCard text="Your note is saved." onUndo={null} onClose={() => {}} />
    </main>,
  );
  expect(container.querySelector('.toast')).toHaveClass('toast-narrow');
  expect(container.querySelector<HTMLElement>('.toast')?.style.translate).toBe('');
  read.mockRestore();
});
