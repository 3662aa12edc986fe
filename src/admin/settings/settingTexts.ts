import type { SettingName, Settings } from '#contract/administration/settings.ts';
import { localeName } from '#src/profile/edit/locales.ts';
import { keptForText } from '#src/ui/text/keptForText.ts';
import { plural } from '#src/ui/text/plural.ts';

export const settingLabels: Record<SettingName, string> = {
  name: 'Organisation name',
  accent: 'Your colour',
  signInText: 'Text under “Welcome back”',
  timeZone: 'Time zone',
  locale: 'Dates and numbers',
  quietHours: 'Quiet hours',
  checkInCadence: 'Check-ins',
  managersMayLaunch: 'Who may launch programs',
  minGroupSize: 'Smallest group',
  mailRecordDays: 'Records of emails about unread messages',
  linkRecordDays: 'Expired invitations and password links',
  checkInDays: 'Old check-ins',
  deactivatedDays: 'Deactivated people',
};

export const cadenceTexts: Record<Settings['checkInCadence'], string> = {
  weekly: 'Every week',
  'two-weeks': 'Every 2 weeks',
  monthly: 'Every month',
};
export const launchTexts = {
  yes: 'Administrators and managers',
  no: 'Administrators; managers ask them',
};
export const peopleText = (people: number) => plural(people, '# person', '# people');
export const checkInDaysText = (days: number | null) =>
  days === null ? 'Until the person is erased' : keptForText(days);
export const deactivatedDaysText = (days: number | null) =>
  days === null ? 'Not erased automatically' : `Erased after ${keptForText(days)}`;

const texts: { [Name in SettingName]: (value: Settings[Name]) => string } = {
  name: (value) => value,
  accent: (value) => value ?? 'Evergreen',
  signInText: (value) => value ?? '(empty)',
  timeZone: (value) => value.replaceAll('_', ' '),
  locale: (value) => (value === null ? 'As in each browser' : localeName(value)),
  quietHours: (value) => (value === null ? 'None' : `${value.from}–${value.until}`),
  checkInCadence: (value) => cadenceTexts[value],
  managersMayLaunch: (value) => launchTexts[value ? 'yes' : 'no'],
  minGroupSize: peopleText,
  mailRecordDays: keptForText,
  linkRecordDays: keptForText,
  checkInDays: checkInDaysText,
  deactivatedDays: deactivatedDaysText,
};
/** A value as text, for comparing it with another one. */
export const settingText = <Name extends SettingName>(name: Name, value: Settings[Name]): string =>
  texts[name](value);
