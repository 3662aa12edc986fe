import { type FocusEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BulkAction } from '#contract/administration/bulk.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { fullName } from '#contract/people.ts';
import { type Column, Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { columnLabels } from './ColumnsMenu.tsx';
import { PersonStatus } from './PersonStatus.tsx';
import type { ColumnName, PeopleAddress } from './peopleAddress.ts';
import { RowMenu } from './RowMenu.tsx';
import { roleOf } from './roleOf.ts';
import { handleTableKey } from './tableKeys.ts';
import type { Selection } from './useSelection.ts';

interface PeopleTableProps {
  people: readonly AdminPerson[];
  address: PeopleAddress;
  selection: Selection;
  isBusy: boolean;
  /** False while the people are not those of the current search and filters. */
  canSelect: boolean;
  onAct: (action: BulkAction, userId: number) => void;
  /** An action of a row was refused. */
  onFailure: (error: unknown) => void;
}

/** Only one row can be reached with Tab; the arrow keys move among the rows. */
export function PeopleTable(props: PeopleTableProps) {
  const { people, address, selection, isBusy, canSelect, onAct, onFailure } = props;
  const [active, setActive] = useState<number | null>(null);
  const first = people[0]?.userId;
  const reachable = people.some(({ userId }) => userId === active) ? active : first;
  const { sort, isDescending, sortBy, columns } = address;
  const latest = useRef({ selection, onAct, onFailure });
  useEffect(() => {
    latest.current = { selection, onAct, onFailure };
  });
  // Stable, so that a memoised row renders only when it changes.
  const [toggle] = useState(
    () => (userId: number, isRange: boolean) => latest.current.selection.toggle(userId, isRange),
  );
  const [act] = useState(() => (action: BulkAction, userId: number) => latest.current.onAct(action, userId));
  const [fail] = useState(() => (error: unknown) => latest.current.onFailure(error));
  const headOf = (name: string, by: 'name' | ColumnName): Column => ({
    name,
    ...((by === 'manager' || by === 'role') && { className: 'of-wider' }),
    ...((by === 'name' || by === 'department' || by === 'manager' || by === 'activity') && {
      sort: {
        order: sort === by ? (isDescending ? 'descending' : 'ascending') : null,
        onSort: () => sortBy(by),
      },
    }),
  });
  const isEvery = people.length > 0 && people.every(({ userId }) => selection.ids.has(userId));
  const selectShown = (
    <SelectBox
      label={plural(people.length, 'Select the # person shown', 'Select all # people shown')}
      isChecked={isEvery}
      isMixed={!isEvery && selection.count > 0}
      isDisabled={!canSelect}
      onChange={() => (isEvery ? selection.clear() : selection.selectShown())}
    />
  );
  // These handlers receive events that bubble up from links and checkboxes in the rows.
  const handlers = {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => handleTableKey(event, selection),
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest<HTMLElement>('tr[data-user]');
      if (row) setActive(Number(row.dataset.user));
    },
  };
  return (
    <div className="people-rows" {...handlers}>
      <Table
        caption="People"
        className="people-table"
        isBusy={isBusy}
        columns={[
          { name: 'Select', content: selectShown },
          headOf('Person', 'name'),
          ...columns.map((name) => headOf(columnLabels[name], name)),
          { name: 'Actions', isHidden: true },
        ]}
      >
        <TableBody>
          {people.map((person) => (
            <Row
              key={person.userId}
              person={person}
              columns={columns.join(',')}
              isSelected={selection.ids.has(person.userId)}
              isReachable={person.userId === reachable}
              canSelect={canSelect}
              onToggle={toggle}
              onAct={act}
              onFailure={fail}
            />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

interface SelectBoxProps {
  label: string;
  isChecked: boolean;
  isMixed?: boolean;
  /** Keeps the focus, like a disabled button. */
  isDisabled: boolean;
  tabIndex?: number;
  onChange: (isRange: boolean) => void;
}
const SelectBox = ({ label, isChecked, isMixed = false, isDisabled, tabIndex, onChange }: SelectBoxProps) => (
  <input
    type="checkbox"
    className="checkbox"
    aria-label={label}
    aria-disabled={isDisabled || undefined}
    checked={isChecked}
    tabIndex={tabIndex}
    ref={(box) => {
      if (box) box.indeterminate = isMixed;
    }}
    onChange={({ nativeEvent }) => {
      if (!isDisabled) onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
    }}
  />
);

interface RowProps {
  person: AdminPerson;
  columns: string;
  isSelected: boolean;
  isReachable: boolean;
  canSelect: boolean;
  onToggle: (userId: number, isRange: boolean) => void;
  onAct: (action: BulkAction, userId: number) => void;
  onFailure: (error: unknown) => void;
}
const Row = memo(function Row(props: RowProps) {
  const { person, columns, isSelected, isReachable, canSelect, onToggle, onAct, onFailure } = props;
  const { userId, emailAddress, department, status } = person;
  const tabIndex = isReachable ? 0 : -1;
  const name = fullName(person);
  const role = roleOf(person);
  return (
    <TableRow
      data-user={userId}
      aria-selected={isSelected}
      className={status === 'deactivated' ? 'link-row is-off' : 'link-row'}
      lead={
        <SelectBox
          label={`Select ${name}`}
          isChecked={isSelected}
          isDisabled={!canSelect}
          tabIndex={tabIndex}
          onChange={(isRange) => onToggle(userId, isRange)}
        />
      }
      head={
        <div className="row">
          <Avatar person={person} size="medium" />
          <div className="grow">
            <Link className="row-title" to={`/admin/people/${userId}`} tabIndex={tabIndex}>
              <bdi>{name}</bdi>
            </Link>
            <p className="small text-3 row-address">{emailAddress}</p>
            <p className="small text-2 row-summary">
              {status !== 'active' && <PersonStatus person={person} />}
              <span>{[department?.name, role === 'Learner' ? null : role].filter(Boolean).join(', ')}</span>
              <RowMore person={person} />
            </p>
          </div>
        </div>
      }
    >
      {columns.split(',').map((column) => (
        <Cell key={column} column={column as ColumnName} person={person} />
      ))}
      <TableCell isAction>
        <RowMenu person={person} tabIndex={tabIndex} onAct={onAct} onFailure={onFailure} />
      </TableCell>
    </TableRow>
  );
});

/** The other columns, where there is room for them in the row. */
function RowMore({ person: { manager, lastActiveAt } }: { person: AdminPerson }) {
  const { dayAndTime } = useFormats();
  return (
    <>
      {manager && <span className="row-more">{`Manager: ${manager.name}`}</span>}
      <span className="row-more figures">
        {lastActiveAt ? `Last visit: ${dayAndTime(lastActiveAt)}` : 'No visit yet'}
      </span>
    </>
  );
}

function Cell({ column, person }: { column: ColumnName; person: AdminPerson }) {
  const { dayAndTime } = useFormats();
  const { department, manager, lastActiveAt } = person;
  const none = (text: string) => <span className="text-3">{text}</span>;
  switch (column) {
    case 'department':
      return <TableCell className="of-wide">{department?.name ?? none('None')}</TableCell>;
    case 'manager':
      return <TableCell className="of-wide of-wider">{manager?.name ?? none('None')}</TableCell>;
    case 'role': {
      const role = roleOf(person);
      return (
        <TableCell className="of-wide of-wider of-role">{role === 'Learner' ? none(role) : role}</TableCell>
      );
    }
    case 'status':
      return (
        <TableCell className="of-wide">
          <PersonStatus person={person} />
        </TableCell>
      );
    case 'activity':
      return (
        <TableCell className="of-wide figures nowrap">
          {lastActiveAt ? dayAndTime(lastActiveAt) : none('Never')}
        </TableCell>
      );
    default:
      return null;
  }
}
