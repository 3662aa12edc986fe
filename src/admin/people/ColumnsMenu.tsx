import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { Menu, MenuCheck } from '#src/ui/overlays/Menu.tsx';
import { type ColumnName, columnNames, type PeopleAddress } from './peopleAddress.ts';

export const columnLabels: Record<ColumnName, string> = {
  department: 'Department',
  manager: 'Manager',
  role: 'Role',
  status: 'Status',
  activity: 'Last visit',
};

/** Selects the columns of the table. On phones, rows are cards without columns. */
export function ColumnsMenu({ address: { columns, toggleColumn } }: { address: PeopleAddress }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="columns-choice">
      <Button
        ref={button}
        variant="plain"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Columns3 className="icon icon-small" aria-hidden="true" />
        Columns
      </Button>
      {isOpen && (
        <Menu label="Columns" className="user-menu" button={button} onClose={() => setOpen(false)}>
          {columnNames.map((name) => (
            <MenuCheck key={name} isChecked={columns.includes(name)} onClick={() => toggleColumn(name)}>
              {columnLabels[name]}
            </MenuCheck>
          ))}
        </Menu>
      )}
    </div>
  );
}
