import { waitFor } from '@testing-library/react';
import { showLinkTarget } from '#src/app/router/showLinkTarget.ts';

const scrolled: Element[] = [];
beforeAll(() => {
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolled.push(this);
  };
});
beforeEach(() => {
  scrolled.length = 0;
  document.body.innerHTML = '<main><button id="first">First</button></main>';
});
const add = (html: string) => document.querySelector('main')?.insertAdjacentHTML('beforeend', html);
const area = () => document.getElementById('topic-1');
const show = () => showLinkTarget(window, 'topic-1');

it('scrolls to the target, expands its sections, focuses its first control and highlights it', () => {
  add('<details><div id="topic-1"><p>Listening</p><button>Complete</button></div></details>');
  show();
  expect(scrolled).toEqual([area()]);
  expect(document.querySelector('details')?.open).toBe(true);
  expect(document.activeElement?.textContent).toBe('Complete');
  expect(area()?.dataset.linkTarget).toBe('');
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

it.each(['pointerdown', 'keydown', 'wheel'])(
  'stops waiting after %s, and leaves the focus where it is',
  async (type) => {
    show();
    document.dispatchEvent(new Event(type));
    add('<div id="topic-1"><button>Complete</button></div>');
    await Promise.resolve();
    expect(scrolled).toEqual([]);
  },
);

it('stops waiting when another address is opened', async () => {
  const stop = show();
  stop();
  add('<div id="topic-1"><button>Complete</button></div>');
  await Promise.resolve();
  expect(scrolled).toEqual([]);
});
