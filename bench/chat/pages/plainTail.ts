import './pages.css';
import type { Contestant } from './contestant.ts';
import { measuring } from './measure.ts';
import { isOwnMessage, NEWEST, textOf } from './messages.ts';

/** The practical limit: plain DOM with only the newest rows, to which older rows are added when the user scrolls near the top. */
const CHUNK = 60;
const NEAR_PX = 480;
const AT_END_PX = 32;

const frame = document.createElement('div');
frame.className = 'bench';
const list = document.createElement('div');
list.className = 'list';
const rows = document.createElement('ol');
const composer = document.createElement('textarea');
list.append(rows);
document.getElementById('root')?.append(frame);

let texts: { text: string; isOwn: boolean }[] = [];
/** The index of the oldest message in the document. */
let first = 0;

function rowOf({ text, isOwn }: { text: string; isOwn: boolean }) {
  const row = document.createElement('li');
  row.className = isOwn ? 'row row-own' : 'row';
  const bubble = document.createElement('div');
  bubble.className = 'bubble';
  bubble.textContent = text;
  row.append(bubble);
  return row;
}
const scrollToEnd = () => {
  list.scrollTop = list.scrollHeight;
};

list.addEventListener(
  'scroll',
  () => {
    if (list.scrollTop > NEAR_PX || first === 0) return;
    const from = Math.max(0, first - CHUNK);
    const before = list.scrollHeight;
    rows.prepend(...texts.slice(from, first).map(rowOf));
    first = from;
    list.scrollTop += list.scrollHeight - before;
  },
  { passive: true },
);

const page: Contestant = {
  async load(count) {
    texts = Array.from({ length: count }, (_, index) => {
      const n = NEWEST - count + 1 + index;
      return { text: textOf(n), isOwn: isOwnMessage(n) };
    });
  },
  open() {
    first = Math.max(0, texts.length - CHUNK);
    rows.replaceChildren(...texts.slice(first).map(rowOf));
    frame.replaceChildren(list, composer);
    scrollToEnd();
  },
  close() {
    rows.replaceChildren();
    frame.replaceChildren();
  },
  receive(n) {
    const message = { text: textOf(n), isOwn: false };
    texts.push(message);
    const isAtEnd = list.scrollHeight - list.clientHeight - list.scrollTop < AT_END_PX;
    rows.append(rowOf(message));
    if (!isAtEnd) return;
    while (rows.childElementCount > CHUNK) {
      rows.firstElementChild?.remove();
      first += 1;
    }
    scrollToEnd();
  },
  newestText: () => rows.lastElementChild?.textContent ?? '',
  scroller: () => list,
  composer: () => composer,
  rowCount: () => rows.childElementCount,
};
window.bench = measuring(page);
