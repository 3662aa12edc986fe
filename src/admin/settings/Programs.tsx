import { checkInCadences, type Settings } from '#contract/administration/settings.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { SettingsForm, SettingsSection, WithSettings } from './SettingsForm.tsx';
import { cadenceTexts, launchTexts, settingLabels } from './settingTexts.ts';
import { useSettingsForm } from './useSettingsForm.ts';

export default function Programs() {
  return (
    <WithSettings title="Programs and check-ins">{(settings) => <Form settings={settings} />}</WithSettings>
  );
}

function Form({ settings }: { settings: Settings }) {
  const form = useSettingsForm('programs', settings, ['managersMayLaunch', 'checkInCadence']);
  const { value } = form;
  return (
    <SettingsForm
      title="Programs and check-ins"
      lede="Rules for new programs and for regular check-ins."
      verb="Save settings"
      form={form}
    >
      <SettingsSection
        title="Programs"
        lede="Applies to programs that are created in Trellis. Running programs do not change."
      >
        <div className="settings-narrow">
          <SelectField
            label={settingLabels.managersMayLaunch}
            help="Managers can launch programs for the people who report to them only."
            options={(['no', 'yes'] as const).map((option) => ({
              value: option,
              label: launchTexts[option],
            }))}
            value={value.managersMayLaunch ? 'yes' : 'no'}
            onChange={(next) => form.set('managersMayLaunch', next === 'yes')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Check-ins" lede="How often people are asked to look back on their goals.">
        <div className="settings-narrow">
          <SelectField
            label={settingLabels.checkInCadence}
            options={checkInCadences.map((option) => ({ value: option, label: cadenceTexts[option] }))}
            value={value.checkInCadence}
            onChange={(next) => {
              const cadence = checkInCadences.find((one) => one === next);
              if (cadence) form.set('checkInCadence', cadence);
            }}
          />
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}
