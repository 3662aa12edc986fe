type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const GAP = 4;
/** Controls, and the bars in which a toast would hide something else. */
const AVOIDED =
  'a[href], button, input, select, textarea, summary, [tabindex="0"], label:has(input), .header, .unsaved, .dock';
const CONTENT = 'main *, [role="dialog"] *';
const PICTURES = 'progress, [role="img"]';

/** Whether an element shows text of its own, not only that of its children. */
const showsText = (element: Element) =>
  element.matches(PICTURES) ||
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

/** The area of a box that a toast or the gap around it covers, in square pixels. */
function overlap(toast: Box, box: Box): number {
  const width = Math.min(toast.right + GAP, box.right) - Math.max(toast.left - GAP, box.left);
  const height = Math.min(toast.bottom + GAP, box.bottom) - Math.max(toast.top - GAP, box.top);
  return Math.max(0, width) * Math.max(0, height);
}

interface Move {
  x: number;
  y: number;
  /** The text that is covered then, in square pixels. */
  covered: number;
}

/**
 * The move of the toast inside the window at which it covers no control; null if there is none. It stays on its line if
 * possible: at its start, middle or end, where it covers least text. Otherwise it moves beside a control or a text.
 */
export function moveOf(
  toast: Box,
  { controls, texts }: { controls: readonly Box[]; texts: readonly Box[] },
  window: { width: number; height: number },
): Move | null {
  const end = window.width - toast.left - toast.right;
  const beside = [...controls, ...texts].flatMap(({ top, bottom }) => [
    top - GAP - toast.bottom,
    bottom + GAP - toast.top,
  ]);
  const bestAt = (lines: Iterable<number>) => {
    let best: (Move & { distance: number }) | null = null;
    for (const x of [0, Math.round(end / 2), Math.round(end)])
      for (const y of lines) {
        const moved = {
          left: toast.left + x,
          right: toast.right + x,
          top: toast.top + y,
          bottom: toast.bottom + y,
        };
        if (moved.top < 0 || moved.bottom > window.height) continue;
        if (controls.some((control) => overlap(moved, control) > 0)) continue;
        const covered = texts.reduce((sum, text) => sum + overlap(moved, text), 0);
        const distance = Math.abs(x) + Math.abs(y);
        if (!best || covered < best.covered || (covered === best.covered && distance < best.distance))
          best = { x, y, covered, distance };
      }
    return best;
  };
  const best = bestAt([0]) ?? bestAt(new Set(beside));
  return best && { x: best.x, y: best.y, covered: best.covered };
}

/**
 * Moves the toast to where it covers no control and, on its line, least text. It becomes narrow if it then covers less,
 * for example beside a narrow page.
 */
export function placeToast(toast: HTMLElement) {
  const size = { width: window.innerWidth, height: window.innerHeight };
  const boxesOf = (selector: string, filter: (element: Element) => boolean = () => true) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(
        (element) =>
          !toast.contains(element) &&
          filter(element) &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      )
      .map((element) => element.getBoundingClientRect())
      .filter((other) => other.width > 2 && other.height > 2 && other.bottom > 0 && other.top < size.height);
  const others = { controls: boxesOf(AVOIDED), texts: boxesOf(CONTENT, showsText) };
  toast.style.translate = '';
  const moveAs = (isNarrow: boolean) => {
    toast.classList.toggle('toast-narrow', isNarrow);
    return moveOf(toast.getBoundingClientRect(), others, size);
  };
  const wide = moveAs(false);
  const narrow = !wide || wide.covered > 0 ? moveAs(true) : null;
  const isNarrower = narrow !== null && narrow.covered < (wide?.covered ?? Number.POSITIVE_INFINITY);
  toast.classList.toggle('toast-narrow', isNarrower);
  const move = isNarrower ? narrow : wide;
  if (move && (move.x !== 0 || move.y !== 0)) toast.style.translate = `${move.x}px ${move.y}px`;
}
