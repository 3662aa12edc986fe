type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const GAP = 4;
/** Controls, and the bars in which a toast would hide something else. */
const AVOIDED =
  'a[href], button, input, select, textarea, summary, [tabindex="0"], label:has(input), .header, .unsaved, .dock';
const TEXTS = 'main :is(h1, h2, h3, h4, p, li, dt, dd, th, td, label, legend, progress, [role="img"])';

const covers = (a: Box, b: Box) =>
  a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP;

/**
 * How far a toast moves vertically so that it covers none of the other boxes. It takes the nearest free place in the
 * window; null if there is none.
 */
export function shiftOf(toast: Box, others: readonly Box[], windowHeight: number): number | null {
  const moved = (by: number) => ({ ...toast, top: toast.top + by, bottom: toast.bottom + by });
  const isFree = (by: number) => {
    const { top, bottom } = moved(by);
    return top >= 0 && bottom <= windowHeight && !others.some((other) => covers(moved(by), other));
  };
  return (
    [0, ...others.flatMap(({ top, bottom }) => [top - GAP - toast.bottom, bottom + GAP - toast.top])]
      .sort((a, b) => Math.abs(a) - Math.abs(b))
      .find(isFree) ?? null
  );
}

/**
 * The smallest move to the start, the middle or the end of a line at which the toast covers none of the other boxes; null if
 * there is none.
 */
export function moveOf(
  toast: Box,
  others: readonly Box[],
  window: { width: number; height: number },
): { x: number; y: number } | null {
  const end = window.width - toast.left - toast.right;
  const moves = [0, end / 2, end].flatMap((x) => {
    const y = shiftOf({ ...toast, left: toast.left + x, right: toast.right + x }, others, window.height);
    return y === null ? [] : [{ x: Math.round(x), y }];
  });
  const distance = ({ x, y }: { x: number; y: number }) => Math.abs(x) + Math.abs(y);
  return moves.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Moves the toast to where it covers no control and no text. In a full window it covers text rather than a control. */
export function placeToast(toast: HTMLElement) {
  toast.style.translate = '';
  const { left, right, top, bottom } = toast.getBoundingClientRect();
  const box = { left, right, top, bottom };
  const size = { width: window.innerWidth, height: window.innerHeight };
  const boxesOf = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(
        (element) =>
          !toast.contains(element) &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      )
      .map((element) => element.getBoundingClientRect())
      .filter((other) => other.width > 2 && other.height > 2 && other.bottom > 0 && other.top < size.height);
  const controls = boxesOf(AVOIDED);
  const move = moveOf(box, [...controls, ...boxesOf(TEXTS)], size) ?? moveOf(box, controls, size);
  if (move && (move.x !== 0 || move.y !== 0)) toast.style.translate = `${move.x}px ${move.y}px`;
}
