import type { Act } from '#store/devtools/theatre.ts';

const LOOK_EVERY_MS = 50;
const LOOK_FOR_MS = 20_000;
const CONTROLS = 'button, a[href], [role="button"], [role="option"], [role="menuitem"]';

const nameOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
const isVisible = (element: Element) =>
  element.getClientRects().length > 0 && element.closest('[inert], [aria-hidden="true"]') === null;
const isEnabled = (element: Element) => element.getAttribute('aria-disabled') !== 'true';

const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));

/** Waits until the screen contains it, as a user would. Time spent in time travel does not count. */
async function found<T>(what: string, isInPast: () => boolean, find: () => T | null | undefined): Promise<T> {
  for (let left = LOOK_FOR_MS; left > 0; left -= LOOK_EVERY_MS) {
    while (isInPast()) await pause();
    const result = find();
    if (result) return result;
    await pause();
  }
  throw new Error(`The screen has no ${what}`);
}

/** Shows where the user acts. */
function point(element: Element) {
  element.scrollIntoView({ block: 'nearest' });
  element.animate?.(
    [
      { outline: '3px solid var(--amber-part)', outlineOffset: '2px' },
      { outline: '3px solid transparent', outlineOffset: '8px' },
    ],
    { duration: 900, easing: 'ease-out' },
  );
}

/** Does what a user does: through the address, the controls and the fields of the page. */
export async function actAsUser(view: Window, act: Act, isInPast: () => boolean): Promise<void> {
  const { document, history } = view;
  if (act.do === 'open') {
    history.pushState(null, '', act.path);
    view.dispatchEvent(new PopStateEvent('popstate'));
  } else if (act.do === 'press') {
    const control = await found(`control “${act.name}”`, isInPast, () => {
      const all = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible);
      // A control whose name continues after the given text, such as with a count, is used only if no other control has
      // exactly this name.
      const named =
        all.find((element) => nameOf(element) === act.name) ??
        all.find((element) => nameOf(element).startsWith(act.name));
      return named && isEnabled(named) ? named : null;
    });
    point(control);
    control.click();
  } else if (act.do === 'type') {
    const field = await found(`field “${act.field}”`, isInPast, () =>
      document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${act.field}"]`),
    );
    point(field);
    // React ignores a value that is set on the element itself, so the setter of its prototype is used.
    Reflect.set(HTMLTextAreaElement.prototype, 'value', act.text, field);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  } else
    await found(`text “${act.text}”`, isInPast, () =>
      [...document.querySelectorAll('main, aside, section, [role="status"], [role="region"]')].find(
        (element) => element.textContent?.includes(act.text) && isVisible(element),
      ),
    );
}
