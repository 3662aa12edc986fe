import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SignOnSettings } from '#contract/administration/signOn.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import type { SignOnForm } from './useSignOnForm.ts';

interface ProviderProps {
  form: SignOnForm;
  settings: SignOnSettings;
}

/** The connection between Trellis and the identity provider. */
export function Provider({ form, settings }: ProviderProps) {
  const { value, errors } = form;
  return (
    <SettingsSection title="Identity provider" beside={<ProviderState form={form} settings={settings} />}>
      <div className="stack-4 sign-on-provider">
        <CopyField
          label="Redirect address to register at your provider"
          value={settings.redirectUri}
          what="redirect address"
        />
        <TextField
          label="Issuer URL"
          help="Trellis reads all other addresses of your provider from it."
          type="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://login.company.example"
          value={value.issuer}
          error={fieldSentence('Issuer URL', errors.issuer)}
          onChange={(issuer) => form.set('issuer', issuer)}
        />
        <div className="field-columns">
          <TextField
            label="Client ID"
            spellCheck={false}
            autoComplete="off"
            value={value.clientId}
            error={fieldSentence('Client ID', errors.clientId)}
            onChange={(clientId) => form.set('clientId', clientId)}
          />
          <Secret form={form} />
        </div>
      </div>
    </SettingsSection>
  );
}

function ProviderState({ form, settings: { settings } }: ProviderProps) {
  const { dayAndTime } = useFormats();
  if (!settings) return <span className="text-3">Not set up</span>;
  if (settings.testedAt === null || form.isProviderChanged)
    return (
      <span className="sign-on-state" data-tone="amber">
        <CircleAlert className="icon icon-small" aria-hidden="true" />
        Not tested
      </span>
    );
  return (
    <span className="sign-on-state">
      <CircleCheck className="icon icon-small" aria-hidden="true" />
      {`Tested ${dayAndTime(settings.testedAt)}`}
    </span>
  );
}

/** A saved secret is never shown again; it can only be replaced. */
function Secret({ form }: { form: SignOnForm }) {
  const { longDay } = useFormats();
  const input = useRef<HTMLInputElement>(null);
  const { secret, secretSavedAt: savedAt } = form;
  const isReplaced = savedAt !== null && secret !== null;
  useEffect(() => {
    if (isReplaced) input.current?.focus();
  }, [isReplaced]);
  const error = fieldSentence('Client secret', form.errors.clientSecret);
  if (savedAt !== null && secret === null)
    return (
      <Field label="Client secret" error={error}>
        {(control) => (
          <div className="input-group">
            <input {...control} className="input" readOnly value={`Saved on ${longDay(savedAt)}`} />
            <Button onClick={() => form.setSecret('')}>Replace</Button>
          </div>
        )}
      </Field>
    );
  return (
    <Field label="Client secret" error={error}>
      {(control) => (
        <div className="input-group">
          <input
            {...control}
            ref={input}
            type="password"
            className="input"
            autoComplete="off"
            value={secret ?? ''}
            onChange={(event) => form.setSecret(event.currentTarget.value)}
          />
          {isReplaced && <Button onClick={() => form.setSecret(null)}>Keep the saved one</Button>}
        </div>
      )}
    </Field>
  );
}
