import { type FormEvent, useState } from 'react';
import { calendarSchema, newCalendarSourceSchema } from '#contract/learning/calendar.ts';
import { CALENDAR_ADDRESS_MAX_LENGTH, CALENDAR_NAME_MAX_LENGTH } from '#contract/limits.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { calendarApi } from '#store/coaching/calendarApi.ts';

interface Errors {
  name?: string | undefined;
  address?: string | undefined;
  form?: string;
}

/** The address can be a secret of another service. It stays in this form and the auth port. */
export function AddAddress({ onClose }: { onClose: () => void }) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    const checked = newCalendarSourceSchema.safeParse({ name, address });
    setErrors(errorsOf(checked));
    if (!checked.success) return;
    setBusy(true);
    try {
      const calendar = calendarSchema.parse(await auth.createSecret('/api/calendar/sources', checked.data));
      void dispatch(calendarApi.util.upsertQueryData('getCalendar', undefined, calendar));
      dispatch(calendarApi.util.invalidateTags([{ type: 'Coaching', id: 'LIST' }]));
      onClose();
    } catch (error) {
      const { message, fields } = problemOf(error);
      setErrors(fields.address || fields.name ? { ...fields, form: message } : { form: message });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void add();
  };
  return (
    <Dialog title="Add the address of a calendar" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {errors.form && (
          <ErrorSummary>
            <p className="strong">The calendar was not added</p>
            <p>{errors.form}</p>
          </ErrorSummary>
        )}
        <TextField
          label="Name"
          help="So that you recognise it, for example “Work”."
          value={name}
          maxLength={CALENDAR_NAME_MAX_LENGTH}
          error={fieldSentence('Name', errors.name)}
          onChange={(next) => {
            setName(next);
            setErrors(({ address }) => (address ? { address } : {}));
          }}
        />
        <TextField
          label="Address"
          help="In the settings of your calendar, copy the secret or published address in the iCal format. It is read every hour."
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={address}
          maxLength={CALENDAR_ADDRESS_MAX_LENGTH}
          error={fieldSentence('Address', errors.address)}
          onChange={(next) => {
            setAddress(next);
            setErrors(({ name: wrong }) => (wrong ? { name: wrong } : {}));
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            Add calendar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
