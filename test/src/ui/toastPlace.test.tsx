import { render } from '@testing-library/react';
import ToastCard from '#src/ui/feedback/ToastCard.tsx';
import { shiftOf } from '#src/ui/feedback/toastPlace.ts';

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
  ['stays where it is if no place is free', [box(0, 1_000)], 0],
])('a toast %s', (_which, controls, shift) => {
  expect(shiftOf(box(900, 940), controls, 1_000)).toBe(shift);
});

it('covers no button of the page', () => {
  const boxes: Record<string, ReturnType<typeof box>> = { Save: box(700, 740), toast: box(690, 745) };
  const read = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    const { left, top, right, bottom } =
      boxes[this.className === 'toast' ? 'toast' : (this.textContent ?? '')] ?? box(0, 0, 0, 0);
    return new DOMRect(left, top, right - left, bottom - top);
  });
  const { container } = render(
    <>
      <button type="button">Save</button>
      <ToastCard text="Your note is saved." onUndo={null} onClose={() => {}} />
    </>,
  );
  expect(container.querySelector<HTMLElement>('.toast')?.style.translate).toBe('0 -49px');
  read.mockRestore();
});
