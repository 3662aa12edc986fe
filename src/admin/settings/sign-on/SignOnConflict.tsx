import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { ChangeConflict } from '#src/admin/ChangeConflict.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { modeTitle } from './Modes.tsx';
import type { SignOnForm, SignOnValues } from './useSignOnForm.ts';

const LABELS: Record<keyof SignOnValues, string> = {
  issuer: 'Issuer URL',
  clientId: 'Client ID',
  mode: 'How people sign in',
  emergencyAdminId: 'Emergency administrator',
  createsPeople: 'Create people on their first sign-in',
  groups: 'Groups',
};

interface SignOnConflictProps {
  form: SignOnForm;
  settings: SignOnSettings;
  conflict: NonNullable<SignOnForm['conflict']>;
}

/** The values that another administrator saved while this form was open. */
export function SignOnConflict({ form, settings, conflict }: SignOnConflictProps) {
  const textOf = (name: keyof SignOnValues, values: SignOnValues): string => {
    if (name === 'mode') return modeTitle(values.mode);
    if (name === 'createsPeople') return values.createsPeople ? 'Yes' : 'No';
    if (name === 'groups')
      return values.groups.map(({ group }) => group).join(', ') || plural(0, '# group', '# groups');
    if (name === 'emergencyAdminId')
      return settings.administrators.find(({ userId }) => userId === values.emergencyAdminId)?.name ?? 'None';
    return values[name] || 'None';
  };
  return (
    <ChangeConflict
      latest={conflict}
      differences={form.differences.map(({ name, theirs, mine }) => ({
        label: LABELS[name],
        theirs: textOf(name, theirs),
        mine: mine && textOf(name, mine),
      }))}
      onKeep={form.keepMine}
      onTake={form.takeTheirs}
    />
  );
}
