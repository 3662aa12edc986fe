/** The screen may still have to load. */
const WAIT_MS = 15_000;
const HIGHLIGHT_MS = 4_000;
/** Lists above the target may load after it. */
const KEPT_IN_VIEW_MS = 1_500;
const CONTROLS = 'a[href], button:not([disabled]), input:not([disabled]), select, textarea, summary';

function highlight(area: HTMLElement, view: Window) {
  area.dataset.linkTarget = '';
  view.setTimeout(() => delete area.dataset.linkTarget, HIGHLIGHT_MS);
}

/** Scrolls again when the height of the page changes, until the user acts. */
function keepInView(scroll: () => void, view: Window) {
  const observer = new ResizeObserver(scroll);
  const end = () => observer.disconnect();
  observer.observe(view.document.body);
  view.setTimeout(end, KEPT_IN_VIEW_MS);
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    view.document.addEventListener(type, end, { capture: true, passive: true, once: true });
}

function reveal(area: HTMLElement, view: Window) {
  for (let fold = area.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  const isTall = area.offsetHeight > view.innerHeight * 0.6;
  const scroll = () => area.scrollIntoView({ block: isTall ? 'start' : 'center' });
  scroll();
  keepInView(scroll, view);
  // An area that the user should read first can get the focus itself.
  const focused = area.hasAttribute('tabindex') ? area : area.querySelector<HTMLElement>(CONTROLS);
  focused?.focus({ preventScroll: true });
  highlight(area, view);
}

/**
 * Scrolls to the element that a link leads to, focuses it and highlights it as soon as it is rendered. The caller ends the
 * wait when the user acts or another address is opened.
 */
export function showLinkTarget(view: Window, id: string, waiting: AbortController): void {
  const { signal } = waiting;
  if (signal.aborted) return;
  const page = view.document;
  const find = () => {
    const area = page.getElementById(id);
    if (!area) return;
    waiting.abort();
    reveal(area, view);
  };
  const observer = new MutationObserver(find);
  observer.observe(page.body, { childList: true, subtree: true });
  const timer = view.setTimeout(() => waiting.abort(), WAIT_MS);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    view.clearTimeout(timer);
  });
  find();
}
