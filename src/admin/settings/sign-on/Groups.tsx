import { ArrowUp, CircleAlert, Plus, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { type GroupRule, groupRuleSchema, MAX_GROUPS } from '#contract/administration/signOn.ts';
import { useDepartmentOptions } from '#src/admin/people/useDepartmentOptions.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import type { SignOnForm } from './useSignOnForm.ts';

const ADMIN = 'admin';

/** Whether a first sign-in creates a person, and the effects of the provider's groups. Saved with the form. */
export function Groups({ form }: { form: SignOnForm }) {
  const id = useId();
  const departments = useDepartmentOptions();
  const [isAdding, setAdding] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { groups, createsPeople } = form.value;
  const setGroups = (next: GroupRule[]) => form.set('groups', next);
  const error = Object.entries(form.errors).find(([field]) => field.split('.')[0] === 'groups')?.[1];
  const meaning = ({ departmentId }: GroupRule) => {
    if (departmentId === null) return 'Administrator';
    const found = departments.find(({ value }) => value === String(departmentId));
    if (found) return `Department ${found.label}`;
    return departments.length > 0 ? 'A department that no longer exists' : '–';
  };
  return (
    <SettingsSection title="New people and groups">
      <div className="stack-4">
        <label className="sign-on-option">
          <input
            type="checkbox"
            aria-labelledby={`${id}-creates`}
            aria-describedby={`${id}-creates-help`}
            checked={createsPeople}
            onChange={(event) => form.set('createsPeople', event.currentTarget.checked)}
          />
          <span>
            <span className="strong" id={`${id}-creates`}>
              Create people on their first sign-in
            </span>{' '}
            <span className="choice-help" id={`${id}-creates-help`}>
              For addresses on a verified domain. Otherwise only invited people can sign in.
            </span>
          </span>
        </label>
        {groups.length > 0 && (
          <>
            <Table
              caption="Groups"
              columns={[
                { name: 'Group at your provider' },
                { name: 'In Trellis' },
                { name: 'Actions', isHidden: true },
              ]}
            >
              <TableBody>
                {groups.map((rule, index) => (
                  <TableRow
                    key={`${rule.group} ${rule.departmentId}`}
                    head={<code className="sign-on-group">{rule.group}</code>}
                  >
                    <TableCell label="In Trellis">{meaning(rule)}</TableCell>
                    <TableCell isAction>
                      <div className="row sign-on-actions">
                        {groups.length > 1 && (
                          <IconButton
                            small
                            label={`Move ${rule.group} up`}
                            disabled={index === 0}
                            onClick={() => {
                              setGroups(movedUp(groups, index));
                              setAnnouncement(
                                `${rule.group} moved to position ${index} of ${groups.length}.`,
                              );
                            }}
                          >
                            <ArrowUp className="icon icon-small" aria-hidden="true" />
                          </IconButton>
                        )}
                        <IconButton
                          small
                          label={`Remove ${rule.group}`}
                          onClick={() => setGroups(groups.filter((one) => one !== rule))}
                        >
                          <X className="icon icon-small" aria-hidden="true" />
                        </IconButton>
                      </div>
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
            <p className="visually-hidden" role="status">
              {announcement}
            </p>
            <p className="small text-3 sign-on-groups-note">{noteOf(groups)}</p>
          </>
        )}
        {error && (
          <p className="field-error" role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            {fieldSentence('The list of groups', error)}
          </p>
        )}
        {groups.length < MAX_GROUPS && (
          <Button variant="link" className="settings-add" onClick={() => setAdding(true)}>
            <Plus className="icon icon-small" aria-hidden="true" />
            Add group
          </Button>
        )}
      </div>
      {isAdding && (
        <AddGroup
          groups={groups}
          departments={departments}
          onAdd={(rule) => setGroups([...groups, rule])}
          onClose={() => setAdding(false)}
        />
      )}
    </SettingsSection>
  );
}

const movedUp = (groups: readonly GroupRule[], index: number) => {
  const next = [...groups];
  next.splice(index - 1, 0, ...next.splice(index, 1));
  return next;
};

const noteOf = (groups: readonly GroupRule[]) =>
  groups.some(({ departmentId }) => departmentId === null)
    ? 'Applied at each sign-in. The first group in the list decides on the department. People who are not in a group for administrators lose that right, except the emergency and the last administrator.'
    : 'Applied at each sign-in. The first group in the list decides on the department.';

interface AddGroupProps {
  groups: readonly GroupRule[];
  departments: readonly { value: string; label: string }[];
  onAdd: (rule: GroupRule) => void;
  onClose: () => void;
}

function AddGroup({ groups, departments, onAdd, onClose }: AddGroupProps) {
  const [group, setGroup] = useState('');
  const [target, setTarget] = useState(ADMIN);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog is inside the form of the settings
    const checked = groupRuleSchema.safeParse({
      group,
      departmentId: target === ADMIN ? null : Number(target),
    });
    if (!checked.success) return setError(errorsOf(checked).group ?? null);
    const { data } = checked;
    if (groups.some((one) => one.group === data.group && one.departmentId === data.departmentId))
      return setError('is already in the list with this meaning');
    onAdd(data);
    onClose();
  };
  return (
    <Dialog title="Add group" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        <TextField
          label="Group at your provider"
          help="The name or ID that your provider sends in the claim groups. A test shows it."
          spellCheck={false}
          autoComplete="off"
          value={group}
          error={fieldSentence('Group', error)}
          onChange={(next) => {
            setGroup(next);
            setError(null);
          }}
        />
        <SelectField
          label="In Trellis"
          options={[
            { value: ADMIN, label: 'Administrator' },
            ...departments.map(({ value, label }) => ({ value, label: `Department ${label}` })),
          ]}
          value={target}
          onChange={setTarget}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit">
            Add group
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
