import { type Settings, SIGN_IN_TEXT_MAX_LENGTH } from '#contract/administration/settings.ts';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { AccentField } from './AccentField.tsx';
import { LogoField } from './LogoField.tsx';
import { SettingsForm, SettingsSection, WithSettings } from './SettingsForm.tsx';
import { settingLabels } from './settingTexts.ts';
import { useSettingsForm } from './useSettingsForm.ts';

export default function Branding() {
  return <WithSettings title="Branding">{(settings) => <Form settings={settings} />}</WithSettings>;
}

function Form({ settings }: { settings: Settings }) {
  const form = useSettingsForm('branding', settings, ['name', 'accent', 'signInText']);
  const { value, errors } = form;
  const text = value.signInText ?? '';
  return (
    <SettingsForm
      title="Branding"
      lede="The logo is shown at sign-in and in the header, the name at sign-in, below every page and in emails."
      verb="Save branding"
      form={form}
    >
      <SettingsSection title="Name and logo">
        <div className="stack-4">
          <div className="settings-narrow">
            <TextField
              label={settingLabels.name}
              autoComplete="organization"
              maxLength={NAME_MAX_LENGTH}
              value={value.name}
              error={fieldSentence(settingLabels.name, errors.name)}
              onChange={(name) => form.set('name', name)}
            />
          </div>
          <LogoField logo={settings.logo} />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Accent colour"
        lede="Used for buttons, links and progress. Trellis corrects it until all text is easy to read."
      >
        <AccentField
          value={value.accent}
          error={fieldSentence(settingLabels.accent, errors.accent)}
          onChange={(accent) => form.set('accent', accent)}
        />
      </SettingsSection>
      <SettingsSection
        title="Sign-in page"
        lede="Everyone who enters an address in your domain can read this text."
      >
        <Field
          label={settingLabels.signInText}
          help={`Up to ${SIGN_IN_TEXT_MAX_LENGTH} characters, ${text.length} used.`}
          error={fieldSentence('The text', errors.signInText)}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={SIGN_IN_TEXT_MAX_LENGTH}
              value={text}
              onChange={(event) => form.set('signInText', event.currentTarget.value || null)}
            />
          )}
        </Field>
      </SettingsSection>
    </SettingsForm>
  );
}
