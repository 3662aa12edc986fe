import { useId } from 'react';
import type { Settings } from '#contract/administration/settings.ts';
import { profileLocales } from '#contract/profile.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { localeName } from '#src/profile/edit/locales.ts';
import { TimeZoneField } from '#src/profile/edit/TimeZoneField.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { SettingsForm, SettingsSection, WithSettings } from './SettingsForm.tsx';
import { useSettingsForm } from './useSettingsForm.ts';

const NIGHT = { from: '20:00', until: '07:00' };
const locales = [
  { value: '', label: 'As in each browser' },
  ...profileLocales.map((value) => ({ value, label: localeName(value) })),
];

export default function General() {
  return <WithSettings title="General">{(settings) => <Form settings={settings} />}</WithSettings>;
}

function Form({ settings }: { settings: Settings }) {
  const id = useId();
  const form = useSettingsForm('general', settings, ['timeZone', 'locale', 'quietHours']);
  const { value, errors } = form;
  const quiet = value.quietHours;
  const quietError = Object.entries(errors).find(([field]) => field.startsWith('quietHours'))?.[1];
  return (
    <SettingsForm
      title="General"
      lede="Time zone, formats and quiet hours for everyone in your organisation."
      verb="Save settings"
      form={form}
    >
      <SettingsSection
        title="Time and formats"
        lede="Each person can choose their own in their profile. That choice always wins."
      >
        <div className="stack-4 settings-narrow">
          <TimeZoneField
            id={`${id}-zone`}
            value={value.timeZone}
            error={fieldSentence('Time zone', errors.timeZone) ?? undefined}
            onChange={(zone) => form.set('timeZone', zone)}
          />
          <p className="small text-3">
            For people who are added from now on, and for people who have not saved their profile. A different
            time zone from an imported file stays.
          </p>
          <SelectField
            label="Dates and numbers"
            help="For people who have not chosen formats in their profile. Texts are in English."
            options={locales}
            value={value.locale ?? ''}
            error={fieldSentence('Dates and numbers', errors.locale)}
            onChange={(locale) => form.set('locale', profileLocales.find((one) => one === locale) ?? null)}
          />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Quiet hours"
        lede="Emails about unread messages wait until the quiet hours end, in each person’s time zone. Invitations and password links are sent immediately."
      >
        <div className="stack-4 settings-narrow">
          <label className="settings-check">
            <input
              type="checkbox"
              checked={quiet !== null}
              onChange={(event) => form.set('quietHours', event.currentTarget.checked ? NIGHT : null)}
            />
            Keep quiet hours
          </label>
          {quiet && (
            <div className="field-columns">
              <TextField
                label="From"
                type="time"
                value={quiet.from}
                error={fieldSentence('Quiet hours', quietError)}
                onChange={(from) => form.set('quietHours', { ...quiet, from })}
              />
              <TextField
                label="Until"
                type="time"
                value={quiet.until}
                onChange={(until) => form.set('quietHours', { ...quiet, until })}
              />
            </div>
          )}
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}
