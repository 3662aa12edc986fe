import { ChevronDown, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { BulkAction } from '#contract/administration/bulk.ts';
import type { Selection } from '#src/admin/people/useSelection.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { bulkTexts } from './bulkTexts.ts';
import { focusActiveRow } from './focusActiveRow.ts';
import './bulk.css';

interface BulkBarProps {
  selection: Selection;
  /** All results of the query. */
  total: number;
  onAct: (action: BulkAction) => void;
}

const WIDE: BulkAction[] = ['change-department', 'change-manager'];
const MORE: BulkAction[] = ['resend-invitation', 'make-admin', 'remove-admin', 'reactivate'];

/** The actions for the selected people. F6 moves the focus here. */
export function BulkBar({ selection, total, onAct }: BulkBarProps) {
  const bar = useRef<HTMLElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      if (event.key !== 'F6') return;
      event.preventDefault();
      // A narrow bar hides its first buttons, and a hidden button takes no focus.
      for (const button of bar.current?.querySelectorAll('button') ?? []) {
        button.focus();
        if (document.activeElement === button) return;
      }
    };
    document.addEventListener('keydown', jump);
    return () => document.removeEventListener('keydown', jump);
  }, []);
  const { count } = selection;
  const clear = () => {
    focusActiveRow(); // the bar with the button disappears
    selection.clear();
  };
  const selectAll = `Select all ${formatNumber(total)}`;
  return (
    <section ref={bar} className="bulk-bar" aria-label="Actions for the selection">
      <p className="strong figures">{plural(count, '# selected', '# selected')}</p>
      {count < total && (
        <Button variant="link" small className="of-wide-bar" onClick={selection.selectAll}>
          {selectAll}
        </Button>
      )}
      {WIDE.map((action) => (
        <Button key={action} small className="of-wide-bar" onClick={() => onAct(action)}>
          {bulkTexts[action].verb}
        </Button>
      ))}
      <Button ref={more} small aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        More
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </Button>
      {isOpen && (
        <Menu label="More actions" className="user-menu" button={more} onClose={() => setOpen(false)}>
          {count < total && <MenuItem onClick={selection.selectAll}>{selectAll}</MenuItem>}
          {[...WIDE, ...MORE].map((action) => (
            <MenuItem key={action} onClick={() => onAct(action)}>
              {bulkTexts[action].verb}
            </MenuItem>
          ))}
        </Menu>
      )}
      <DangerButton small onClick={() => onAct('deactivate')}>
        Deactivate
      </DangerButton>
      <IconButton label="Clear selection" small onClick={clear}>
        <X className="icon" />
      </IconButton>
    </section>
  );
}
