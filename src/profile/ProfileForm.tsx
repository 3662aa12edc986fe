import { useId } from 'react';
import type { Profile } from '#contract/people.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { TextField } from '#src/ui/Field.tsx';
import { ConflictSummary } from './ConflictSummary.tsx';
import { errorSentence, type FieldName, fieldNames, fieldsOf } from './profileForm.ts';
import { TimeZoneField } from './TimeZoneField.tsx';
import { UnsavedBar } from './UnsavedBar.tsx';
import { useProfileForm } from './useProfileForm.ts';

export function ProfileForm({ profile, isFirst }: { profile: Profile; isFirst: boolean }) {
  const id = useId();
  const idOf = (name: FieldName) => `${id}-${name}`;
  const form = useProfileForm(profile, (name) => document.getElementById(idOf(name))?.focus());
  const { fields, errors, trouble, changed, conflict } = form;
  const wrong = fieldNames.filter((name) => errors[name]);
  const text = (name: FieldName) => ({
    id: idOf(name),
    value: fields[name],
    error: errors[name] && errorSentence(name, errors[name]),
    onChange: (value: string) => form.change(name, value),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <div className="form-trouble" role="status">
        {form.isSaved && changed.length === 0 && <p className="saved">Saved.</p>}
      </div>
      {conflict && (
        <ConflictSummary
          before={fieldsOf(form.base)}
          now={fieldsOf(conflict)}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      {!conflict && (wrong.length > 0 || trouble) && (
        <ErrorSummary>
          <p className="strong">
            {wrong.length > 0 ? 'Not saved yet: something is to correct' : 'Not saved yet'}
          </p>
          {wrong.map((name) => (
            <p key={name}>
              <a href={`#${idOf(name)}`} onClick={(event) => form.show(event, name)}>
                {errorSentence(name, errors[name] ?? '')}
              </a>
            </p>
          ))}
          {wrong.length === 0 && <p>{trouble}</p>}
        </ErrorSummary>
      )}
      <section className="section stack-4" aria-labelledby={`${id}-you`}>
        <h2 className="title-2" id={`${id}-you`}>
          You
        </h2>
        <div className="field-columns">
          <TextField label="First name" autoComplete="given-name" {...text('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...text('lastName')} />
        </div>
        <TextField
          label="Title"
          autoComplete="organization-title"
          help="What you do, as in “Service lead”."
          {...text('title')}
        />
        <TimeZoneField {...text('timeZone')} />
      </section>
      {(changed.length > 0 || isFirst) && (
        <UnsavedBar
          count={changed.length}
          isFirst={isFirst}
          isSaving={form.isSaving}
          onDiscard={form.askDiscard}
        />
      )}
      {form.isAsking && (
        <Dialog title="Discard what you typed?" onClose={form.keepTyping}>
          <div className="stack-4">
            <p>{changed.length} changes go back to what is saved.</p>
            <div className="row row-wrap dialog-end">
              <Button look="plain" onClick={form.keepTyping}>
                Keep them
              </Button>
              <Button look="primary" onClick={form.discard}>
                Discard
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </form>
  );
}
