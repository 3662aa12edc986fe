import { useId } from 'react';
import type { Profile } from '#contract/profile.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { ConflictSummary } from './ConflictSummary.tsx';
import { LocaleField } from './LocaleField.tsx';
import { errorText, type FieldName, fieldNames, fieldsOf } from './profileForm.ts';
import { TimeZoneField } from './TimeZoneField.tsx';
import { UnsavedBar } from './UnsavedBar.tsx';
import { useProfileForm } from './useProfileForm.ts';
import { WorkingHoursField } from './WorkingHoursField.tsx';

/** Links to a field, such as `/profile/edit#profile-workingHours`, use these ids. */
const idOf = (name: FieldName) => `profile-${name}`;

export function ProfileForm({ profile, isFirst }: { profile: Profile; isFirst: boolean }) {
  const id = useId();
  const form = useProfileForm(profile, (name) => document.getElementById(idOf(name))?.focus());
  const { fields, errors, message, changed, conflict } = form;
  const invalid = fieldNames.filter((name) => errors[name]);
  const text = (name: FieldName) => ({
    id: idOf(name),
    value: fields[name],
    error: errors[name] && errorText(name, errors[name]),
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
      {conflict && (
        <ConflictSummary
          original={fieldsOf(form.base)}
          latest={fieldsOf(conflict)}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      {!conflict && (invalid.length > 0 || message) && (
        <ErrorSummary>
          <p className="strong">
            {invalid.length > 0 ? 'Not saved yet. Correct these fields:' : 'Not saved yet'}
          </p>
          {invalid.map((name) => (
            <p key={name}>
              <a href={`#${idOf(name)}`} onClick={(event) => form.show(event, name)}>
                {errorText(name, errors[name] ?? '')}
              </a>
            </p>
          ))}
          {invalid.length === 0 && message && (
            <p>
              <ProblemText message={message} />
            </p>
          )}
        </ErrorSummary>
      )}
      <section className="section stack-4" aria-labelledby={`${id}-you`}>
        <h2 className="title-2" id={`${id}-you`}>
          About you
        </h2>
        <div className="field-columns">
          <TextField label="First name" autoComplete="given-name" {...text('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...text('lastName')} />
        </div>
        <TextField
          label="Title"
          autoComplete="organization-title"
          help="Your job title, for example “Service lead”."
          {...text('title')}
        />
        <TextField
          label="Pronouns"
          placeholder="For example she/her"
          help="Shown next to your name."
          {...text('pronouns')}
        />
      </section>
      <section className="section stack-4" aria-labelledby={`${id}-time`}>
        <h2 className="title-2" id={`${id}-time`}>
          Time and formats
        </h2>
        <TimeZoneField {...text('timeZone')} />
        <LocaleField {...text('locale')} timeZone={fields.timeZone} />
        <WorkingHoursField {...text('workingHours')} />
      </section>
      <section className="section stack-4" aria-labelledby={`${id}-help`}>
        <h2 className="title-2" id={`${id}-help`}>
          Help for colleagues
        </h2>
        <TextField
          label="Topics you can help with"
          help="Up to 10, separated by commas, for example “giving feedback, planning”. Colleagues can find you by these topics in the people search."
          {...text('helpTopics')}
        />
      </section>
      {(changed.length > 0 || isFirst) && (
        <UnsavedBar
          count={changed.length}
          isFirst={isFirst}
          isSaving={form.isSaving}
          onDiscard={form.askDiscard}
        />
      )}
      {form.isConfirming && (
        <Dialog title="Discard your changes?" onClose={form.keepEditing}>
          <div className="stack-4">
            <p>
              {plural(changed.length, '# unsaved change will be lost.', '# unsaved changes will be lost.')}
            </p>
            <div className="row row-wrap dialog-end">
              <Button variant="plain" onClick={form.keepEditing}>
                Keep editing
              </Button>
              <Button variant="primary" onClick={form.discard}>
                Discard changes
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </form>
  );
}
