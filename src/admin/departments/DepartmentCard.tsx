import { CornerDownRight, Ellipsis, Trash2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Department, DepartmentPage } from '#contract/administration/departments.ts';
import { pathTo } from '#contract/administration/departmentTree.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useGetDepartmentQuery } from '#store/admin/departmentsApi.ts';
import { DeleteDepartment } from './DeleteDepartment.tsx';
import { CreateDepartment, RenameDepartment } from './DepartmentForms.tsx';
import { HeadDialog } from './HeadDialog.tsx';
import { MergeDepartment, MoveDepartment } from './PlaceDialogs.tsx';
import { isEmptyDepartment } from './treeRows.ts';

type DialogName = 'rename' | 'move' | 'merge' | 'create' | 'head' | 'delete';

interface DepartmentCardProps {
  department: Department;
  all: readonly Department[];
  onSelect: (departmentId: number | null) => void;
}

/** The selected department: its figures, including everything below it, and its actions. */
export function DepartmentCard({ department, all, onSelect }: DepartmentCardProps) {
  const { departmentId, name } = department;
  const { data: figures } = useGetDepartmentQuery({ departmentId }, { refetchOnMountOrArgChange: true });
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const above = pathTo(all, department.parentId);
  const isEmpty = isEmptyDepartment(all, department);
  const open = (next: DialogName) => {
    setMenuOpen(false);
    setDialog(next);
  };
  const close = () => setDialog(null);
  const shared = { department, all, onClose: close };
  return (
    <section className="card" aria-labelledby="department-name">
      <div className="card-head department-head">
        <div className="grow">
          {above.length > 0 && <p className="small text-3">{above.map((one) => one.name).join(' / ')}</p>}
          <h2 className="title-3" id="department-name">
            <bdi>{name}</bdi>
          </h2>
        </div>
        <IconButton
          ref={menuButton}
          label={`More actions for ${name}`}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Ellipsis className="icon" />
        </IconButton>
        {isMenuOpen && (
          <Menu
            label={`More actions for ${name}`}
            className="user-menu"
            button={menuButton}
            onClose={() => setMenuOpen(false)}
          >
            <MenuItem onClick={() => open('head')}>
              <UserRound className="icon" aria-hidden="true" />
              {department.head ? 'Change head' : 'Set head'}
            </MenuItem>
            <MenuItem onClick={() => open('create')}>
              <CornerDownRight className="icon" aria-hidden="true" />
              Create department below
            </MenuItem>
            {isEmpty && (
              <MenuItem onClick={() => open('delete')}>
                <Trash2 className="icon" aria-hidden="true" />
                Delete
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      <Facts department={department} figures={figures} />
      <div className="row row-wrap department-actions">
        <Button small onClick={() => setDialog('rename')}>
          Rename
        </Button>
        <Button small onClick={() => setDialog('move')}>
          Move
        </Button>
        <Button small onClick={() => setDialog('merge')}>
          Merge
        </Button>
      </div>
      {dialog === 'rename' && <RenameDepartment {...shared} />}
      {dialog === 'move' && <MoveDepartment {...shared} />}
      {dialog === 'merge' && <MergeDepartment {...shared} onMerged={onSelect} />}
      {dialog === 'create' && (
        <CreateDepartment all={all} parentId={departmentId} onClose={close} onCreated={onSelect} />
      )}
      {dialog === 'head' && <HeadDialog {...shared} />}
      {dialog === 'delete' && <DeleteDepartment {...shared} onDeleted={() => onSelect(null)} />}
    </section>
  );
}

interface FactsProps {
  department: Department;
  figures: DepartmentPage | undefined;
}

function Facts({ department: { departmentId, head, total }, figures }: FactsProps) {
  const active = plural(total, '# active', '# active');
  return (
    <dl className="department-facts">
      <div>
        <dt>Head</dt>
        <dd>
          {head ? (
            <Link to={`/admin/people/${head.userId}`}>
              <bdi>{fullName(head)}</bdi>
            </Link>
          ) : (
            'No head'
          )}
        </dd>
      </div>
      <div>
        <dt>People</dt>
        <dd className="figures">
          <Link to={`/admin/people?department=${departmentId}`}>{active}</Link>
          {figures && figures.invited > 0 && `, ${formatNumber(figures.invited)} invited`}
        </dd>
      </div>
      <div>
        <dt>Managers</dt>
        <dd className="figures">{figures ? formatNumber(figures.managers) : '–'}</dd>
      </div>
      <div>
        <dt>Active in 28 days</dt>
        <dd className="figures">{figures ? shareOf(figures.activeIn28Days, total) : '–'}</dd>
      </div>
      <div>
        <dt>Programs</dt>
        <dd className="figures">{figures ? formatNumber(figures.programs) : '–'}</dd>
      </div>
    </dl>
  );
}

const shareOf = (part: number, all: number) =>
  all === 0
    ? formatNumber(part)
    : `${formatNumber(part)} of ${formatNumber(all)}, ${formatPercent(Math.floor((part / all) * 100))}`;
