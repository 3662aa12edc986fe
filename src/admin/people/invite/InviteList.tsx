import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MAX_INVITED_AT_ONCE, NAMES_MISSING } from '#contract/administration/peopleAdmin.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useInvitePeopleMutation } from '#store/admin/peopleAdminApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { type InviteFormProps, isAboutPlace } from './InviteOne.tsx';
import { type ParsedPerson, parsePeople } from './parsePeople.ts';

/** Focusable, so that the keyboard can scroll the list. */
const scrollable = { tabIndex: 0 };

/** Another name makes it another entry, which the server has not refused. */
const keyOf = ({ emailAddress, firstName, lastName }: ParsedPerson) =>
  [emailAddress, firstName, lastName].join('\n');

/** A pasted list, checked line by line. Entries that the server refuses stay in the list with the reason. */
export function InviteList({ value, place, onChange, onSent, onClose, children }: InviteFormProps) {
  const [invite, inviting] = useInvitePeopleMutation();
  const { isLoading, originalArgs } = inviting;
  const error = isAboutPlace(originalArgs, place) ? inviting.error : undefined;
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [sent, setSent] = useState(0);
  const parsed = parsePeople(value.list);
  const people = parsed.people.map((person) => ({
    ...person,
    error: refused.get(keyOf(person)) ?? person.error,
  }));
  const ready = people.filter((person) => person.error === null);
  // Sent too: an address that belongs to someone is refused for that reason, and needs no name.
  const nameless = people.filter((person) => person.error === NAMES_MISSING && !refused.has(keyOf(person)));
  const checked = [...ready, ...nameless];
  const faulty = people.length - ready.length;
  const isTooLong = checked.length > MAX_INVITED_AT_ONCE;
  const missing = isTooLong
    ? `At most ${MAX_INVITED_AT_ONCE} people at once. Use Import CSV for longer lists.`
    : checked.length > 0
      ? null
      : people.length === 0
        ? 'Enter at least one person.'
        : 'No one in the list can be invited yet. Correct the entries first.';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || missing !== null) return;
    const rows = checked.map(({ emailAddress, firstName, lastName }) => ({
      emailAddress,
      firstName,
      lastName,
    }));
    const { data } = await invite({ people: rows, ...place });
    if (!data) return;
    const reasons = new Map(refused);
    const done = new Set<ParsedPerson>();
    data.results.forEach((result, index) => {
      const person = checked[index];
      if (!person) return;
      if (result.error === null) done.add(person);
      else reasons.set(keyOf(person), result.error);
    });
    const rest = people.filter((person) => !done.has(person));
    setRefused(reasons);
    setSent(sent + done.size);
    if (rest.length > 0) return onChange({ list: rest.map(({ text }) => text).join('\n') });
    onSent();
    onClose();
  };
  return (
    <form className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
      {error && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <Field
        label="People"
        help="One person per line, or separated by commas: Ana Silva <ana.silva@company.example>. A line can also be a row of a table: ana.silva@company.example, Ana, Silva. Without a name, first and last name are taken from an address such as ana.silva@company.example."
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            rows={6}
            spellCheck={false}
            value={value.list}
            onChange={(event) => {
              onChange({ list: event.currentTarget.value });
              forgetFailures(inviting);
            }}
          />
        )}
      </Field>
      <div role="status">
        {sent > 0 && <p>{plural(sent, '# invitation was sent.', '# invitations were sent.')}</p>}
        {people.length > 0 && (
          <p className="text-2">
            {faulty === 0
              ? plural(people.length, '# person can be invited.', '# people can be invited.')
              : `${plural(ready.length, '# person can be invited.', '# people can be invited.')} ${plural(faulty, '# entry needs a correction.', '# entries need a correction.')}`}
          </p>
        )}
        {parsed.repeated > 0 && (
          <p className="text-2">
            {plural(
              parsed.repeated,
              '# address is listed more than once. It gets one invitation.',
              '# addresses are listed more than once. Each gets one invitation.',
            )}
          </p>
        )}
        {isTooLong && (
          <p className="field-error" id="too-many-invited">
            {missing}
          </p>
        )}
      </div>
      {people.length > 0 && (
        <section className="parsed-people" aria-label="Entries of the list" {...scrollable}>
          <ul>
            {people.map((person) => (
              <Entry key={`${person.line} ${person.text}`} person={person} />
            ))}
          </ul>
        </section>
      )}
      {children}
      <div className="row row-wrap dialog-end bulk-end">
        <Button onClick={onClose}>{sent > 0 ? 'Close' : 'Cancel'}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={isLoading}
          missing={missing}
          aria-describedby={isTooLong ? 'too-many-invited' : undefined}
        >
          {ready.length === 0
            ? 'Send invitations'
            : plural(ready.length, 'Send # invitation', 'Send # invitations')}
        </Button>
      </div>
    </form>
  );
}

const Entry = ({
  person: { line, text, firstName, lastName, emailAddress, error },
}: {
  person: ParsedPerson;
}) => (
  <li className={error ? 'is-faulty' : undefined}>
    {error ? (
      <CircleAlert className="icon icon-small" aria-hidden="true" />
    ) : (
      <CircleCheck className="icon icon-small" aria-hidden="true" />
    )}
    <div className="grow">
      {error ? (
        <>
          <p>
            <bdi>{text}</bdi>
          </p>
          <p className="small">{`Line ${line}: ${error}`}</p>
        </>
      ) : (
        <>
          <p>
            <bdi>{`${firstName} ${lastName}`}</bdi>
          </p>
          <p className="small text-3">{emailAddress}</p>
        </>
      )}
    </div>
  </li>
);
