import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { emailAddress } from '#contract/text.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { checkNewPassword, NewPasswordFields } from './NewPasswordFields.tsx';

const EMPTY = { organisation: '', firstName: '', lastName: '', email: '' };
type Texts = typeof EMPTY;
type Errors = Partial<Record<keyof Texts | 'password' | 'repeated', string | undefined>>;
/** The fields in the order of the form. The first field with an error gets the focus. */
const IDS: Record<keyof Errors, string> = {
  organisation: 'organisation',
  firstName: 'first-name',
  lastName: 'last-name',
  email: 'email',
  password: 'new-password',
  repeated: 'repeat-new-password',
};
/** After the sign-in, the guard redirects to this page (decision 0007). */
const NEXT = '/setup?redirectUrl=%2Fadmin%2Fhome';

/** Fields for the organisation and its first administrator. Passwords pass only through the auth port. */
export function SetupForm({ onRefused }: { onRefused: () => void }) {
  const { auth } = usePorts();
  const navigate = useNavigate();
  const [texts, setTexts] = useState(EMPTY);
  const [passwords, setPasswords] = useState({ password: '', repeated: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const address = emailAddress.safeParse(texts.email);
  const showErrors = (next: Errors) => {
    setErrors(next);
    const first = (Object.keys(IDS) as (keyof Errors)[]).find((name) => next[name]);
    if (first) document.getElementById(IDS[first])?.focus();
  };
  const check = (): Errors => ({
    ...(texts.organisation.trim() === '' && { organisation: 'Enter the name of your organisation' }),
    ...(texts.firstName.trim() === '' && { firstName: 'Enter your first name' }),
    ...(texts.lastName.trim() === '' && { lastName: 'Enter your last name' }),
    ...(!address.success && {
      email: texts.email.trim() === '' ? 'Enter your email address' : 'Enter a valid email address',
    }),
    ...checkNewPassword(passwords),
  });
  const send = async () => {
    const found = check();
    if (!address.success || Object.keys(found).length > 0) return showErrors(found);
    setErrors({});
    setFailure(null);
    setBusy(true);
    try {
      void navigate(NEXT, { replace: true });
      const { organisation, firstName, lastName } = texts;
      await auth.createOrganisation({
        organisation,
        firstName,
        lastName,
        emailAddress: address.data,
        newPassword: passwords.password,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
    } catch (error) {
      const { message, fields, status } = problemOf(error);
      if (fields.token || status === 404) onRefused();
      else if (fields.newPassword) showErrors({ password: `This password ${fields.newPassword}` });
      else setFailure(message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  const field = (name: keyof Texts) => ({
    id: IDS[name],
    value: texts[name],
    error: errors[name],
    maxLength: name === 'email' ? 254 : NAME_MAX_LENGTH,
    onChange: (value: string) => {
      setTexts({ ...texts, [name]: value });
      setErrors({ ...errors, [name]: undefined });
      setFailure(null);
    },
  });
  return (
    <>
      <h1 className="title-1">Set up Trellis</h1>
      <p className="text-2 login-lede">Create your organisation and its first administrator.</p>
      {failure && (
        <div className="login-error">
          <ErrorSummary>{failure}</ErrorSummary>
        </div>
      )}
      <form className="stack-6" onSubmit={submit} noValidate>
        <fieldset className="stack-4">
          <legend className="title-2">Organisation</legend>
          <TextField label="Name" autoComplete="organization" {...field('organisation')} />
        </fieldset>
        <fieldset className="stack-4">
          <legend className="title-2">First administrator</legend>
          <div className="field-columns">
            <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
            <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
          </div>
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            spellCheck={false}
            help={
              address.success
                ? `People with an email address at ${address.data.slice(address.data.lastIndexOf('@') + 1)} can be invited to your organisation.`
                : 'Use your work address. People with an address at the same domain can be invited.'
            }
            {...field('email')}
          />
          <NewPasswordFields
            value={passwords}
            errors={errors}
            onChange={(next) => {
              setPasswords(next);
              setErrors({ ...errors, password: undefined, repeated: undefined });
              setFailure(null);
            }}
          />
        </fieldset>
        <Button variant="primary" type="submit" busy={isBusy} className="login-button">
          Create organisation
        </Button>
      </form>
      <p className="setup-note small text-3">
        <KeyRound className="icon icon-small" aria-hidden="true" />
        This address stops working when the organisation exists.
      </p>
    </>
  );
}
