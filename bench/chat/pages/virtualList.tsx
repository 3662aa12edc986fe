import './pages.css';
import { memo, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Virtuoso } from 'react-virtuoso';
import type { Contestant } from './contestant.ts';
import { measuring } from './measure.ts';
import { isOwnMessage, NEWEST, textOf } from './messages.ts';

interface Row {
  id: number;
  text: string;
  isOwn: boolean;
}
interface Shown {
  rows: Row[];
  isOpen: boolean;
}
const listeners = new Set<() => void>();
const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
};
let shown: Shown = { rows: [], isOpen: false };
const change = (next: Partial<Shown>) => {
  shown = { ...shown, ...next };
  for (const notify of listeners) notify();
};

const Message = memo(function Message({ row }: { row: Row }) {
  return (
    <div className={row.isOwn ? 'row row-own' : 'row'} data-id={row.id}>
      <div className="bubble">{row.text}</div>
    </div>
  );
});

/** The list as its documentation recommends for a chat: starts at the newest message and follows new ones. */
function VirtualList() {
  const { rows, isOpen } = useSyncExternalStore(subscribe, () => shown);
  if (!isOpen) return null;
  return (
    <div className="bench">
      <Virtuoso
        className="virtual"
        data={rows}
        computeItemKey={(_index, row) => row.id}
        initialTopMostItemIndex={rows.length - 1}
        // A user at the end stays there, even when many messages arrive at the same time.
        followOutput={() => 'auto'}
        alignToBottom
        itemContent={(_index, row) => <Message row={row} />}
      />
      <textarea aria-label="Message" />
    </div>
  );
}

const root = document.getElementById('root');
if (root) flushSync(() => createRoot(root).render(<VirtualList />));

const all = () => document.querySelectorAll<HTMLElement>('[data-id]');
const isHidden = () =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-testid="virtuoso-item-list"]')).some(
    (list) => getComputedStyle(list).visibility === 'hidden',
  );
const page: Contestant = {
  async load(count) {
    const rows = Array.from({ length: count }, (_, index) => {
      const n = NEWEST - count + 1 + index;
      return { id: n, text: textOf(n), isOwn: isOwnMessage(n) };
    });
    change({ rows });
  },
  open: () => change({ isOpen: true }),
  close: () => change({ isOpen: false }),
  receive: (n) => change({ rows: [...shown.rows, { id: n, text: textOf(n), isOwn: false }] }),
  // The list is hidden until it has measured its rows.
  newestText: () => (isHidden() ? '-' : (Array.from(all()).at(-1)?.textContent ?? '')),
  scroller: () => document.querySelector<HTMLElement>('.virtual') ?? document.body,
  composer: () => document.querySelector('textarea') ?? document.body,
  rowCount: () => all().length,
};
window.bench = measuring(page);
