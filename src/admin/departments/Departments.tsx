import { Plus } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Departments as AllDepartments } from '#contract/administration/departments.ts';
import { RunningImport } from '#src/admin/import/RunningImport.tsx';
import { useSettled } from '#src/forms/useSettled.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { SearchFilter } from '#src/ui/controls/Filters.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useListDepartmentsQuery } from '#store/admin/departmentsApi.ts';
import { DepartmentCard } from './DepartmentCard.tsx';
import { CreateDepartment } from './DepartmentForms.tsx';
import './departments.css';
import { DepartmentTree } from './DepartmentTree.tsx';
import { useDepartmentsAddress } from './departmentsAddress.ts';
import { isEmptyDepartment, treeRows } from './treeRows.ts';

/** A tree with up to this number of departments starts expanded. */
const OPEN_AT_START = 40;

/** The tree of departments with the numbers of their people. */
export default function Departments() {
  const query = useListDepartmentsQuery();
  return (
    <QueryContent
      query={query}
      title="Departments"
      failure="The departments did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={8} />
        </>
      }
    >
      {(departments) => <Page {...departments} />}
    </QueryContent>
  );
}

function Page(departments: AllDepartments) {
  const { select: selectOnly } = useDepartmentsAddress();
  const side = useRef<HTMLDivElement>(null);
  const [isCreating, setCreating] = useState(false);
  // On phones the card is below the tree.
  const select = (departmentId: number | null) => {
    selectOnly(departmentId);
    requestAnimationFrame(() => side.current?.scrollIntoView({ block: 'nearest' }));
  };
  const create = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus className="icon icon-small" aria-hidden="true" />
      Create department
    </Button>
  );
  return (
    <>
      {departments.data.length === 0 ? (
        <>
          <PageHeader title="Departments" />
          <div className="card">
            <EmptyState drawing="seed" title="No departments yet" action={create} large>
              Create the departments of your organisation, then assign people to them. Departments can have
              departments below them.
            </EmptyState>
          </div>
        </>
      ) : (
        <Tree {...departments} create={create} side={side} onSelect={select} />
      )}
      {/* Beside both, because the first department can appear while the next one is being entered. */}
      {isCreating && (
        <CreateDepartment
          all={departments.data}
          parentId={null}
          onClose={() => setCreating(false)}
          onCreated={select}
        />
      )}
    </>
  );
}

interface TreeProps extends AllDepartments {
  create: ReactNode;
  side: RefObject<HTMLDivElement | null>;
  onSelect: (departmentId: number | null) => void;
}

function Tree({ data, people, withoutDepartment, create, side, onSelect }: TreeProps) {
  const { selectedId, search: text, searchFor } = useDepartmentsAddress();
  const search = useSettled(text).trim();
  const [isOpenAtStart] = useState(data.length <= OPEN_AT_START);
  /** The departments whose state differs from the initial state of the tree. */
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const [isAllOpen, setAllOpen] = useState(isOpenAtStart);
  const isOpen = (id: number) => isAllOpen !== toggled.has(id);
  const rows = treeRows(data, isOpen, search);
  const selected = data.find(({ departmentId }) => departmentId === selectedId);
  const toggle = (id: number) => setToggled((before) => before.symmetricDifference(new Set([id])));
  const levels = Math.max(0, ...treeRows(data).map(({ level }) => level));
  return (
    <>
      <PageHeader
        title="Departments"
        lede={
          data.length === 1
            ? '1 department. Programs, insights and the table of people use this tree.'
            : `${plural(data.length, '# department', '# departments')} on ${plural(levels, '# level', '# levels')}. Programs, insights and the table of people use this tree.`
        }
        action={create}
      />
      <RunningImport />
      <div className="columns departments">
        <div>
          <search className="departments-tools">
            <SearchFilter
              label="Find a department"
              placeholder="Find a department"
              value={text}
              onChange={searchFor}
            />
            {search === '' && levels > 1 && (
              <Button
                variant="plain"
                onClick={() => {
                  setAllOpen(toggled.size > 0 ? true : !isAllOpen);
                  setToggled(new Set());
                }}
              >
                {isAllOpen && toggled.size === 0 ? 'Collapse all' : 'Expand all'}
              </Button>
            )}
          </search>
          {rows.length === 0 ? (
            <div className="card">
              <EmptyState drawing="seed" title="No departments match">
                No department has a word that starts with this text.
              </EmptyState>
            </div>
          ) : (
            <DepartmentTree
              rows={rows}
              selectedId={selectedId}
              isComplete={search === ''}
              people={people}
              withoutDepartment={withoutDepartment}
              onToggle={toggle}
              onSelect={onSelect}
            />
          )}
          <p className="small text-3 departments-legend">
            Active people only. Direct: members of the department itself. In total: with all departments below
            it.
          </p>
        </div>
        <div className="side departments-side" ref={side}>
          {selected && (
            <DepartmentCard
              key={selected.departmentId}
              department={selected}
              all={data}
              onSelect={onSelect}
            />
          )}
          <Note>
            {!selected
              ? 'Select a department to see its figures, to rename, move or merge it, or to set its head.'
              : isEmptyDepartment(data, selected)
                ? 'This department has no active people and no departments below it. You can delete it under “More actions”, unless invited people belong to it.'
                : 'A department can be deleted when it has no people and no departments below it. Move or merge them first.'}
          </Note>
        </div>
      </div>
    </>
  );
}
