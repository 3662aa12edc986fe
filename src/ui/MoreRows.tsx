import { useRef } from 'react';
import { Button } from './Button.tsx';
import './moreRows.css';

interface MoreRowsProps {
  label: string;
  small?: boolean;
  isBusy: boolean;
  onMore: () => unknown;
}

/** The end of a page of a list. Whoever asked for more by keyboard goes on at the first row that came. */
export function MoreRows({ label, small = false, isBusy, onMore }: MoreRowsProps) {
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

/** The last link or button of the list above: the next Tab leads into what is new. */
function lastLinkBefore(line: Element | null): HTMLElement | undefined {
  const all = line?.parentElement?.querySelectorAll<HTMLElement>('a[href], button') ?? [];
  return [...all].filter((one) => !line?.contains(one) && isBefore(one, line)).at(-1);
}
const isBefore = (one: Element, other: Element | null) =>
  other !== null && (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
