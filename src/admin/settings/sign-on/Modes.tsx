import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { SignOnMode } from '#contract/access/signOn.ts';
import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { plural } from '#src/ui/text/plural.ts';
import type { SignOnForm } from './useSignOnForm.ts';

interface ModesProps {
  form: SignOnForm;
  settings: SignOnSettings;
}
const MODES = [
  { mode: 'off', title: 'Password only' },
  { mode: 'allowed', title: 'Single sign-on or password' },
  { mode: 'enforced', title: 'Single sign-on only' },
] as const;
export const modeTitle = (mode: SignOnMode) => MODES.find((one) => one.mode === mode)?.title ?? mode;

/** The sign-in mode, and who can still sign in if the provider is unavailable. */
export function Modes({ form, settings }: ModesProps) {
  const name = useId();
  const { value, errors } = form;
  const refusal = refusalOf({ form, settings });
  const candidates = settings.administrators;
  return (
    <SettingsSection title="How people sign in">
      <div className="stack-6">
        <fieldset className="sign-on-choices" aria-describedby={errors.mode ? `${name}-error` : undefined}>
          <legend className="visually-hidden">How people sign in</legend>
          {MODES.map(({ mode, title }) => {
            const isRefused = mode === 'enforced' && refusal !== null;
            return (
              <label key={mode} className="sign-on-choice" data-disabled={isRefused || undefined}>
                <input
                  type="radio"
                  name={name}
                  aria-labelledby={`${name}-${mode}`}
                  aria-describedby={`${name}-${mode}-help`}
                  checked={value.mode === mode}
                  disabled={isRefused && value.mode !== mode}
                  onChange={() => form.set('mode', mode)}
                />
                <span>
                  <span className="strong" id={`${name}-${mode}`}>
                    {title}
                  </span>{' '}
                  <span className="choice-help" id={`${name}-${mode}-help`}>
                    {isRefused ? refusal : consequenceOf(mode, { form, settings })}
                  </span>
                </span>
              </label>
            );
          })}
        </fieldset>
        {errors.mode && (
          <p className="field-error" id={`${name}-error`}>
            <CircleAlert className="icon" aria-hidden="true" />
            {fieldSentence('Single sign-on only', errors.mode)}
          </p>
        )}
        <div className="settings-narrow">
          <SelectField
            label="Emergency administrator"
            help="Always keeps a password and cannot be deactivated, in case your provider is down."
            options={[
              { value: '', label: 'None' },
              ...candidates.map(({ userId, name: label }) => ({ value: String(userId), label })),
            ]}
            value={String(value.emergencyAdminId ?? '')}
            error={fieldSentence('Emergency administrator', errors.emergencyAdminId)}
            onChange={(id) => form.set('emergencyAdminId', id === '' ? null : Number(id))}
          />
        </div>
      </div>
    </SettingsSection>
  );
}

/** Why single sign-on cannot be enforced; null if it can. */
function refusalOf({ form, settings: { settings } }: ModesProps): string | null {
  if (!settings) return 'Possible after the settings are saved and a test has succeeded.';
  if (form.isProviderChanged && form.value.mode === 'enforced')
    return 'The new values are not tested. Choose “Single sign-on or password”, save, and test them first.';
  if (settings.testedAt === null || form.isProviderChanged)
    return 'Possible after a successful test with the current issuer URL, client ID and secret.';
  return form.value.emergencyAdminId === null
    ? 'Possible after you choose an emergency administrator.'
    : null;
}

/** The effect of the choice on people. */
function consequenceOf(mode: SignOnMode, { form, settings }: ModesProps): string {
  const { peopleWithPassword, peopleWithoutPassword, peopleWithoutDomain } = settings;
  if (mode === 'off') {
    const reset = plural(
      peopleWithoutPassword,
      '# person has no password and has to set one by email.',
      '# people have no password and have to set one by email.',
    );
    return peopleWithoutPassword > 0 ? `Your provider is not used. ${reset}` : 'Your provider is not used.';
  }
  if (mode === 'allowed') return 'People choose on the sign-in page.';
  const affected = peopleWithPassword - (form.value.emergencyAdminId === null ? 0 : 1);
  const passwords = plural(
    affected,
    'The password and passkeys of # person stop working.',
    'The passwords and passkeys of # people stop working.',
  );
  const domains = plural(
    peopleWithoutDomain,
    '# person on an unverified domain cannot sign in.',
    '# people on an unverified domain cannot sign in.',
  );
  return peopleWithoutDomain > 0 ? `${passwords} ${domains}` : passwords;
}
