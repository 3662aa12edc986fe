import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { CALENDAR_MAX_BYTES, CALENDAR_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useUploadCalendarMutation } from '#store/coaching/calendarApi.ts';

/** Reads the busy times of an exported calendar once. */
export function AddFile({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<{ name?: string; file?: string }>({});
  const [upload, uploading] = useUploadCalendarMutation();
  const { isLoading, error } = uploading;
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.currentTarget.files?.[0] ?? null;
    event.currentTarget.value = ''; // the same file can be chosen again
    if (!chosen) return;
    setFile(chosen);
    setErrors({});
    forgetFailures(uploading);
    if (name.trim() === '') setName(chosen.name.replace(/\.ics$/i, '').slice(0, CALENDAR_NAME_MAX_LENGTH));
  };
  const send = async () => {
    const missing = {
      ...(name.trim() === '' && { name: 'Enter a name' }),
      ...(!file && { file: 'Choose a file' }),
      ...(file &&
        file.size > CALENDAR_MAX_BYTES && {
          file: `The file is larger than ${CALENDAR_MAX_BYTES / 1_000_000} MB. Export a shorter period.`,
        }),
    };
    setErrors(missing);
    if (!file || Object.keys(missing).length > 0) return;
    const answer = await upload({ name: name.trim(), file });
    if (answer.data) onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLoading) void send();
  };
  const problem = error && problemOf(error);
  return (
    <Dialog title="Upload a calendar file" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {problem && (
          <ErrorSummary>
            <p className="strong">The calendar was not added</p>
            <p>
              <ProblemText message={problem.message} />
            </p>
          </ErrorSummary>
        )}
        <p className="text-2">
          Export your calendar as a file in the iCalendar format (.ics). It is read once; upload it again when
          your appointments change, or add an address instead.
        </p>
        <div className="stack">
          <input
            ref={input}
            type="file"
            accept=".ics,text/calendar"
            hidden
            aria-label="Calendar file"
            onChange={choose}
          />
          <div className="row row-wrap">
            <Button onClick={() => input.current?.click()}>Choose file</Button>
            <span className="text-2 calendar-file">{file ? file.name : 'No file chosen'}</span>
          </div>
          {errors.file && (
            <p className="field-error" role="alert">
              {errors.file}
            </p>
          )}
        </div>
        <TextField
          label="Name"
          value={name}
          maxLength={CALENDAR_NAME_MAX_LENGTH}
          error={errors.name ?? fieldSentence('Name', problem?.fields.name)}
          onChange={(next) => {
            setName(next);
            setErrors(({ name: _corrected, ...others }) => others);
            forgetFailures(uploading);
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            Add calendar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
