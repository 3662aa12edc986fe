import { waitFor } from '@testing-library/react';
import { browserPage } from '#src/app/ports/browserPage.ts';
import { showLinkTarget } from '#src/app/router/showLinkTarget.ts';

const scrolled: Element[] = [];
beforeAll(() => {
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolled.push(this);
  };
  window.scrollTo = () => {};
});
beforeEach(() => {
  scrolled.length = 0;
  document.body.innerHTML = '<main><button id="first">First</button></main>';
});
const add = (html: string) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
const area = () => document.getElementById('topic-1');
function show() {
  const waiting = new AbortController();
  showLinkTarget(window, 'topic-1', waiting);
  return waiting;
}

it('scrolls to the target, expands its sections, focuses its first control and highlights it', () => {
  add('<details><div id="topic-1"><p>Listening</p><button>Complete</button></div></details>');
  show();
  expect(scrolled).toEqual([area()]);
  expect(document.querySelector('details')?.open).toBe(true);
  expect(document.activeElement?.textContent).toBe('Complete');
  expect(area()?.dataset.linkTarget).toBe('');
});

it('scrolls again when content above the target has loaded, until the user acts', () => {
  let resize: () => void = () => {};
  let isObserving = false;
  const Original = window.ResizeObserver;
  window.ResizeObserver = class {
    constructor(callback: ResizeObserverCallback) {
      resize = () => isObserving && callback([], this);
    }
    observe() {
      isObserving = true;
    }
    unobserve() {}
    disconnect() {
      isObserving = false;
    }
  };
  add('<div id="topic-1"><button>Complete</button></div>');
  show();
  window.ResizeObserver = Original;
  resize();
  expect(scrolled).toEqual([area(), area()]);
  document.dispatchEvent(new Event('wheel'));
  resize();
  expect(scrolled).toHaveLength(2);
});

it('focuses the target itself if the user should read it first', () => {
  add('<article id="topic-1" tabindex="-1"><button>Accept</button></article>');
  show();
  expect(document.activeElement).toBe(area());
});

it('waits until the screen has loaded', async () => {
  show();
  expect(scrolled).toEqual([]);
  add('<div id="topic-1"><button>Complete</button></div>');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Complete'));
});

it('stops waiting when the caller ends the wait', async () => {
  show().abort();
  add('<div id="topic-1"><button>Complete</button></div>');
  await Promise.resolve();
  expect(scrolled).toEqual([]);
});

/** Follows a link by keyboard, acts, and then shows the screen. */
async function follow(act: () => void) {
  const first = document.getElementById('first');
  const page = browserPage(window);
  first?.addEventListener('keydown', () => page.showTarget('topic-1'), { once: true });
  first?.dispatchEvent(new Event('keydown', { bubbles: true }));
  act();
  // The code of the wait loads, and the next frame starts.
  await import('#src/app/router/showLinkTarget.ts');
  await new Promise(requestAnimationFrame);
  add('<div id="topic-1"><button>Complete</button></div>');
  await new Promise(requestAnimationFrame);
}

it('shows the target of a link that a key has opened', async () => {
  await follow(() => {});
  expect(scrolled).toEqual([area()]);
});

it.each(['pointerdown', 'keydown', 'wheel'])(
  'leaves the focus where it is after %s, even before the code has loaded and if another part stops the event',
  async (type) => {
    const main = document.querySelector('main');
    main?.addEventListener(type, (event) => event.stopPropagation());
    await follow(() => main?.dispatchEvent(new Event(type, { bubbles: true })));
    expect(scrolled).toEqual([]);
  },
);

it('stops waiting when another address is opened', async () => {
  const page = browserPage(window);
  page.showTarget('topic-1');
  page.showTop();
  await import('#src/app/router/showLinkTarget.ts');
  await new Promise(requestAnimationFrame);
  add('<div id="topic-1"><button>Complete</button></div>');
  await new Promise(requestAnimationFrame);
  expect(scrolled).toEqual([]);
});
