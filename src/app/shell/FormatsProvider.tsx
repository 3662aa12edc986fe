import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { dayIn, formatsFor } from '#src/ui/text/formats.ts';
import { chooseLocale, currentLocale } from '#src/ui/text/locale.ts';
import { FormatsContext } from '#src/ui/text/useFormats.ts';

const MINUTE_MS = 60_000;

/**
 * Sets the language and time zone of all dates and times on screen: the locale of the profile, or the browser's
 * language, and the time zone of the profile (decision 0024).
 */
export function FormatsProvider({
  timeZone,
  locale: ownLocale,
  children,
}: {
  timeZone: string | undefined;
  locale?: string | undefined;
  children: ReactNode;
}) {
  chooseLocale(ownLocale); // read by the functions for numbers and plurals, which are not components
  const locale = currentLocale();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const today = dayIn(timeZone, now);
  const formats = useMemo(() => formatsFor(locale, timeZone, today), [locale, timeZone, today]);
  return <FormatsContext value={formats}>{children}</FormatsContext>;
}
