const QUIET_MS = 3_000;

/** Resolves some seconds after the first page has loaded. Safari has no idle callback. */
const whenIdle = (view: Window) =>
  new Promise<void>((resolve) => {
    const wait = () => view.setTimeout(resolve, QUIET_MS);
    if (view.document.readyState === 'complete') wait();
    else view.addEventListener('load', wait);
  });

let idle: Promise<void> | null = null;
/** Code that the first page does not need. Null if it cannot be loaded. */
export async function loadWhenIdle<T>(view: Window, load: () => Promise<T>): Promise<T | null> {
  idle ??= whenIdle(view);
  await idle;
  return load().catch(() => null);
}
