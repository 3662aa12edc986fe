import { useState } from 'react';
import { GROUP_SIZE_MAX, GROUP_SIZE_MIN, type Settings } from '#contract/administration/settings.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { keptForText } from '#src/ui/text/keptForText.ts';
import { SettingsForm, SettingsSection, WithSettings } from './SettingsForm.tsx';
import { checkInDaysText, deactivatedDaysText, peopleText, settingLabels } from './settingTexts.ts';
import { useSettingsForm } from './useSettingsForm.ts';

const DAYS = [7, 14, 30, 60, 90, 180, 365];
const LONG_DAYS = [180, 365, 730, 1_095, 1_825, 3_650];
const sizes = Array.from(
  { length: GROUP_SIZE_MAX - GROUP_SIZE_MIN + 1 },
  (_, index) => GROUP_SIZE_MIN + index,
);
const dayOptions = (current: number) =>
  [...new Set([...DAYS, current])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: keptForText(days) }));

/** The empty value of the select means null: kept until the person is erased. */
const longOptions = (current: number | null, textOf: (days: number | null) => string) => [
  { value: '', label: textOf(null) },
  ...[...new Set([...LONG_DAYS, ...(current === null ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((days) => ({ value: String(days), label: textOf(days) })),
];
/** What is deleted if data is kept for a shorter time. */
const deletions = {
  checkInDays: (time: string) =>
    `Check-ins that began more than ${time} ago are deleted within an hour, with their comments and follow-ups.`,
  deactivatedDays: (time: string) =>
    `People who were deactivated more than ${time} ago are erased. Data requests lists each of them at least 14 days before.`,
  mailRecordDays: (time: string) =>
    `Records of emails about unread messages that are older than ${time} are deleted within an hour.`,
  linkRecordDays: (time: string) =>
    `Invitations and password links that expired more than ${time} ago are deleted within an hour.`,
};
const times = ['checkInDays', 'deactivatedDays', 'mailRecordDays', 'linkRecordDays'] as const;
type Times = Pick<Settings, (typeof times)[number]>;

/** The deletions that a change of the times leads to, as sentences. */
const deletionsOf = (before: Times, after: Times): string[] =>
  times.flatMap((name) => {
    const [old, next] = [before[name], after[name]];
    return next !== null && (old === null || next < old) ? [deletions[name](keptForText(next))] : [];
  });
const daysOf = (value: string) => (value === '' ? null : Number(value));

export default function Privacy() {
  return (
    <WithSettings title="Privacy and retention">{(settings) => <Form settings={settings} />}</WithSettings>
  );
}

function Form({ settings }: { settings: Settings }) {
  const form = useSettingsForm('privacy', settings, [
    'minGroupSize',
    'checkInDays',
    'deactivatedDays',
    'mailRecordDays',
    'linkRecordDays',
  ]);
  const { value } = form;
  const [isAsking, setAsking] = useState(false);
  const deleted = deletionsOf(form.saved, value);
  const save = () => {
    if (deleted.length > 0) setAsking(true);
    else form.save();
  };
  return (
    <SettingsForm
      title="Privacy and retention"
      lede="How small groups are protected, and when data is deleted."
      verb="Save settings"
      form={{ ...form, save }}
    >
      {isAsking && (
        <ConfirmRemoval
          title="Keep data for a shorter time?"
          verb="Save and delete"
          call={{ isLoading: form.isSaving }}
          onConfirm={() => {
            form.save(); // the form shows the result, and any error at its field
            return Promise.resolve({});
          }}
          onClose={() => setAsking(false)}
        >
          {[...deleted, 'This cannot be undone.'].join(' ')}
        </ConfirmRemoval>
      )}
      <SettingsSection
        title="Small groups"
        lede="The smallest group whose answers may be summarised. It applies to confidential surveys and to the mood of a team."
      >
        <div className="settings-narrow">
          <SelectField
            label={settingLabels.minGroupSize}
            options={sizes.map((size) => ({ value: String(size), label: peopleText(size) }))}
            value={String(value.minGroupSize)}
            onChange={(size) => form.set('minGroupSize', Number(size))}
          />
        </div>
      </SettingsSection>
      <SettingsSection
        title="Retention"
        lede="How long each kind of data is kept. Older data is deleted every hour and cannot be restored. People see these times in “My data”."
      >
        <div className="stack-4 settings-narrow">
          <SelectField
            label={settingLabels.checkInDays}
            help="Counted from the first day of a check-in. Its comments and follow-ups are deleted with it."
            options={longOptions(value.checkInDays, checkInDaysText)}
            value={String(value.checkInDays ?? '')}
            onChange={(days) => form.set('checkInDays', daysOf(days))}
          />
          <SelectField
            label={settingLabels.deactivatedDays}
            help="Counted from the day of the deactivation. Data requests shows each person at least 14 days before they are erased. Reactivating a person cancels it."
            options={longOptions(value.deactivatedDays, deactivatedDaysText)}
            value={String(value.deactivatedDays ?? '')}
            onChange={(days) => form.set('deactivatedDays', daysOf(days))}
          />
          <SelectField
            label={settingLabels.mailRecordDays}
            help="They contain the beginning of a message, at most 120 characters."
            options={dayOptions(value.mailRecordDays)}
            value={String(value.mailRecordDays)}
            onChange={(days) => form.set('mailRecordDays', Number(days))}
          />
          <SelectField
            label={settingLabels.linkRecordDays}
            help="Counted from the day on which a link expires."
            options={dayOptions(value.linkRecordDays)}
            value={String(value.linkRecordDays)}
            onChange={(days) => form.set('linkRecordDays', Number(days))}
          />
        </div>
      </SettingsSection>
    </SettingsForm>
  );
}
