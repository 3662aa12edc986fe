import { Info } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Popover } from '#src/ui/overlays/Popover.tsx';

/** A button next to a number that shows what the number counts. */
export function Definition({ of, children }: { of: string; children: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const region = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton
        ref={button}
        small
        className="definition-button"
        label={`Definition: ${of}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Info className="icon icon-small" />
      </IconButton>
      {isOpen && (
        <Popover
          label={`Definition: ${of}`}
          className="definition"
          placeClassName="definition-place"
          button={button}
          region={region}
          onScroll={() => {}}
          onClose={() => setOpen(false)}
        >
          <p className="strong">{of}</p>
          <p>{children}</p>
        </Popover>
      )}
    </>
  );
}
