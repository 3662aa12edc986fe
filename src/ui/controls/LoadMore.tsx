import { useRef } from 'react';
import { Button } from './Button.tsx';
import './loadMore.css';

interface LoadMoreProps {
  label: string;
  small?: boolean;
  isBusy: boolean;
  onMore: () => unknown;
}

/** A button that loads more rows of a list. The focus then continues at the first new row. */
export function LoadMore({ label, small = false, isBusy, onMore }: LoadMoreProps) {
  const line = useRef<HTMLDivElement>(null);
  const more = async () => {
    const last = lastLinkBefore(line.current);
    await onMore();
    last?.focus();
  };
  return (
    <div ref={line} className="row more-rows">
      <Button small={small} busy={isBusy} onClick={() => void more()}>
        {label}
      </Button>
    </div>
  );
}

/** The last link or button of the list above, so that the next Tab leads to the new rows. */
function lastLinkBefore(line: Element | null): HTMLElement | undefined {
  const all = line?.parentElement?.querySelectorAll<HTMLElement>('a[href], button') ?? [];
  return [...all].filter((one) => !line?.contains(one) && isBefore(one, line)).at(-1);
}
const isBefore = (one: Element, other: Element | null) =>
  other !== null && (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
