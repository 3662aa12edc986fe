import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { newPersonSchema } from '#contract/administration/peopleAdmin.ts';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { useInvitePersonMutation } from '#store/admin/peopleAdminApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import type { InviteDraft } from './InvitePeopleDialog.tsx';

export interface InviteFormProps {
  value: InviteDraft;
  place: { departmentId: number | null; managerId: number | null };
  onChange: (values: Partial<InviteDraft>) => void;
  /** Everything that was typed has been sent. */
  onSent: () => void;
  onClose: () => void;
  /** The fields for department and manager. */
  children: ReactNode;
}

type Place = InviteFormProps['place'];

/** Whether a call had this department and manager. Its refusal may not be true of others. */
export const isAboutPlace = (
  args: { [Key in keyof Place]?: Place[Key] | undefined } | undefined,
  place: Place,
): boolean => args?.departmentId === place.departmentId && args.managerId === place.managerId;

const FIELDS = ['emailAddress', 'firstName', 'lastName'] as const;

export function InviteOne({ value, place, onChange, onSent, onClose, children }: InviteFormProps) {
  const id = useId();
  const [invite, inviting] = useInvitePersonMutation();
  const { isLoading, originalArgs } = inviting;
  const error = isAboutPlace(originalArgs, place) ? inviting.error : undefined;
  const [found, setFound] = useState<Record<string, string>>({});
  const failure = error ? problemOf(error) : null;
  const errors = { ...failure?.fields, ...found };
  const focusInvalid = (invalid: Record<string, string>) =>
    focusFirst(FIELDS.flatMap((field) => (invalid[field] ? [`${id}-${field}`] : [])));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const { emailAddress, firstName, lastName } = value;
    const person = { emailAddress, firstName, lastName, ...place };
    const missing = errorsOf(newPersonSchema.safeParse(person));
    setFound(missing);
    if (Object.keys(missing).length > 0) return focusInvalid(missing);
    const result = await invite(person);
    if (result.error) return focusInvalid(problemOf(result.error).fields);
    onSent();
    onClose();
  };
  const field = (name: (typeof FIELDS)[number], label: string, type = 'text') => (
    <TextField
      id={`${id}-${name}`}
      label={label}
      type={type}
      autoComplete="off"
      value={value[name]}
      onChange={(text) => {
        onChange({ [name]: text });
        setFound(({ [name]: _corrected, ...others }) => others);
        forgetFailures(inviting);
      }}
      error={fieldSentence(label, errors[name])}
    />
  );
  return (
    <form className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
      {failure && FIELDS.every((field) => failure.fields[field] === undefined) && (
        <ErrorSummary>
          <ProblemText message={failure.message} />
        </ErrorSummary>
      )}
      {field('emailAddress', 'Email address', 'email')}
      <div className="field-columns">
        {field('firstName', 'First name')}
        {field('lastName', 'Last name')}
      </div>
      {children}
      <div className="row row-wrap dialog-end bulk-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isLoading}>
          Send invitation
        </Button>
      </div>
    </form>
  );
}
