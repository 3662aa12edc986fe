import { profileLocales } from '#contract/profile.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { browserLocale } from '#src/ui/text/locale.ts';
import { localeName } from './locales.ts';

interface LocaleFieldProps {
  id: string;
  value: string;
  error: string | undefined;
  timeZone: string;
  onChange: (locale: string) => void;
}

const options = [
  { value: '', label: 'As in this browser' },
  ...profileLocales.map((value) => ({ value, label: localeName(value) })),
];

function example(locale: string, timeZone: string): string {
  try {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    return `${date.format(Date.now())} · ${new Intl.NumberFormat(locale).format(1234.5)}`;
  } catch {
    return ''; // this browser does not know the time zone
  }
}

/** The format of dates and numbers, with an example. */
export const LocaleField = ({ timeZone, ...field }: LocaleFieldProps) => (
  <SelectField
    label="Dates and numbers"
    options={options}
    help={example(field.value === '' ? browserLocale() : field.value, timeZone)}
    {...field}
  />
);
