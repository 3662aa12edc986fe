import { type FormEvent, useState } from 'react';
import { dayChangeSchema } from '#contract/learning/calendar.ts';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSetCoachingDaysMutation } from '#store/coaching/calendarApi.ts';

/** Days off, or days with hours that differ from the working hours. */
export function ChangeDays({ onClose }: { onClose: () => void }) {
  const { today } = useFormats();
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [isOff, setOff] = useState(true);
  const [from, setFrom] = useState('09:00');
  const [until, setUntil] = useState('17:00');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [save, { isLoading, error, reset }] = useSetCoachingDaysMutation();
  /** Errors of the last attempt no longer apply to changed values. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setErrors({});
      if (error) reset(); // not during a call, whose result would be lost
    };
  const send = async () => {
    const change = { firstDay, lastDay: lastDay || firstDay, hours: isOff ? null : { from, until } };
    const checked = dayChangeSchema.safeParse(change);
    setErrors({
      ...errorsOf(checked),
      ...(firstDay === '' && { firstDay: 'is missing' }),
      ...(firstDay !== '' && lastDay !== '' && lastDay < firstDay && { lastDay: 'is before the first day' }),
    });
    if (!checked.success || change.lastDay < firstDay) return;
    const answer = await save(checked.data);
    if (answer.data) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLoading) void send();
  };
  const problem = error && problemOf(error);
  const day = (label: string, name: 'firstDay' | 'lastDay', value: string, change: (day: string) => void) => (
    <TextField
      label={label}
      type="date"
      min={today}
      value={value}
      error={fieldSentence(label, errors[name] ?? problem?.fields[name])}
      onChange={changed(change)}
    />
  );
  return (
    <Dialog title="Change days" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {problem && (
          <ErrorSummary>
            <p className="strong">The days were not changed</p>
            <p>
              <ProblemText message={problem.message} />
            </p>
          </ErrorSummary>
        )}
        {day('First day', 'firstDay', firstDay, setFirstDay)}
        {day('Last day (optional)', 'lastDay', lastDay, setLastDay)}
        <fieldset className="field calendar-choice">
          <legend className="label">On these days</legend>
          <label>
            <input type="radio" name="kind" checked={isOff} onChange={() => changed(setOff)(true)} />I have no
            time for sessions
          </label>
          <label>
            <input type="radio" name="kind" checked={!isOff} onChange={() => changed(setOff)(false)} />
            Other hours apply
          </label>
        </fieldset>
        {!isOff && (
          <div className="row row-wrap">
            <TextField
              label="From"
              type="time"
              value={from}
              error={fieldSentence('From', errors['hours.from'])}
              onChange={changed(setFrom)}
            />
            <TextField
              label="Until"
              type="time"
              value={until}
              error={
                errors.hours ? `The hours ${errors.hours}` : fieldSentence('Until', errors['hours.until'])
              }
              onChange={changed(setUntil)}
            />
          </div>
        )}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            Save days
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
