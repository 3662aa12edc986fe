/** Resolves after the first page has loaded and the browser is idle. Safari has no idle callback. */
const whenIdle = (view: Window & typeof globalThis) =>
  new Promise<void>((resolve) => {
    const wait = () =>
      view.setTimeout(() => {
        if (view.requestIdleCallback) view.requestIdleCallback(() => resolve());
        else resolve();
      }, 2_000);
    if (view.document.readyState === 'complete') wait();
    else view.addEventListener('load', wait, { once: true });
  });

let idle: Promise<void> | null = null;
/** The code of what the first page can do without. Null if it cannot be loaded. */
export async function loadWhenIdle<T>(
  view: Window & typeof globalThis,
  load: () => Promise<T>,
): Promise<T | null> {
  idle ??= whenIdle(view);
  await idle;
  return load().catch(() => null);
}
