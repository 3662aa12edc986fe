import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { SettingName, Settings } from '#contract/administration/settings.ts';
import { ChangeConflict } from '#src/admin/ChangeConflict.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { useFieldAboveBar } from '#src/forms/useFieldAboveBar.ts';
import { useReturnToField } from '#src/forms/useReturnToField.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetSettingsQuery } from '#store/admin/settingsApi.ts';
import { settingLabels, settingText } from './settingTexts.ts';
import type { SettingsFormState } from './useSettingsForm.ts';

/** Loads the settings for one of their pages. */
export function WithSettings({
  title,
  children,
}: {
  title: string;
  children: (settings: Settings) => ReactNode;
}) {
  const query = useGetSettingsQuery();
  return (
    <QueryContent
      query={query}
      title={title}
      failure="The settings did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={3} />
        </>
      }
    >
      {children}
    </QueryContent>
  );
}

interface SettingsFrameProps {
  title: string;
  lede: string;
  verb: string;
  /** Number of fields with unsaved changes. */
  count: number;
  /** What another administrator changed in the meantime. */
  conflict?: ReactNode;
  /** The question before a link leaves unsaved changes, if the draft does not keep all of them. */
  leaving?: { message: string; hasDraft: boolean };
  form: {
    errors: Record<string, string>;
    message: string | null;
    /** Counts the attempts to save that were refused. */
    refusals: number;
    isSaving: boolean;
    save: () => void;
    discard: () => void;
  };
  children: ReactNode;
}

const NOT_SAVED = { message: 'Your changes to the settings are not saved yet.', hasDraft: true };

/** The form on a settings page: errors above it, its sections, and the bar with unsaved changes. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { title, lede, verb, count, conflict, leaving = NOT_SAVED, form, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  const formRef = useRef<HTMLFormElement>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  useFieldAboveBar(count > 0);
  useReturnToField(count > 0);
  // The button to save is visible everywhere, so the reason of a refusal is often outside the screen.
  const { refusals } = form;
  useEffect(() => {
    if (refusals === 0) return;
    const field = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? noticeRef.current)?.focus();
  }, [refusals]);
  return (
    <>
      <PageHeader title={title} lede={lede} />
      <form ref={formRef} noValidate onSubmit={submit}>
        <div ref={noticeRef} tabIndex={-1} className="settings-notice">
          <FormErrors
            title="Not saved yet"
            message={
              form.message ?? (Object.keys(form.errors).length > 0 ? 'Correct the marked fields.' : null)
            }
          />
          {conflict}
        </div>
        {children}
        {count > 0 && (
          <section className="unsaved" aria-label="Unsaved changes">
            <p>
              <b className="strong">{plural(count, '# unsaved change', '# unsaved changes')}</b>
            </p>
            <Button variant="plain" onClick={form.discard}>
              Discard
            </Button>
            <Button
              variant="primary"
              type="submit"
              busy={form.isSaving}
              missing={conflict ? 'Choose at the top which values to keep.' : null}
            >
              {verb}
            </Button>
          </section>
        )}
      </form>
      <LeaveGuard isDirty={count > 0} {...leaving} />
    </>
  );
}

interface SettingsFormProps<Name extends SettingName>
  extends Pick<SettingsFrameProps, 'title' | 'lede' | 'verb' | 'children'> {
  form: SettingsFormState<Name>;
}

/** A page of settings, with conflicts with other administrators. */
export const SettingsForm = <Name extends SettingName>({
  form,
  children,
  ...texts
}: SettingsFormProps<Name>) => (
  <SettingsFrame
    {...texts}
    count={form.changed.length}
    conflict={form.conflict && <Conflict form={form} latest={form.conflict} />}
    form={form}
  >
    {children}
  </SettingsFrame>
);

const Conflict = <Name extends SettingName>({
  form,
  latest,
}: {
  form: SettingsFormState<Name>;
  latest: Settings;
}) => (
  <ChangeConflict
    latest={latest}
    differences={form.theirs.map((name) => ({
      label: settingLabels[name],
      theirs: settingText(name, latest[name]),
      mine: form.changed.includes(name) ? settingText(name, form.value[name]) : null,
    }))}
    onKeep={form.keepMine}
    onTake={form.takeTheirs}
  />
);

/** A section of a page. */
export const SettingsSection = ({
  title,
  lede,
  beside,
  children,
}: {
  title: string;
  lede?: string;
  /** Shown at the end of the title's line. */
  beside?: ReactNode;
  children: ReactNode;
}) => (
  <section className="settings-section">
    <div className="settings-section-head">
      <div>
        <h2 className="title-2">{title}</h2>
        {lede && <p className="text-2">{lede}</p>}
      </div>
      {beside}
    </div>
    {children}
  </section>
);
