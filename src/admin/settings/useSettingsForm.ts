import { useState } from 'react';
import { type SettingName, type Settings, settingsChangeSchema } from '#contract/administration/settings.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import { useVersionedDraft } from '#src/forms/useVersionedDraft.ts';
import { withoutErrorsOf } from '#src/forms/withoutErrorsOf.ts';
import { useGetSettingsQuery, useSaveSettingsMutation } from '#store/admin/settingsApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

function pick<Name extends SettingName>(settings: Settings, names: readonly Name[]): Pick<Settings, Name> {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<Settings, Name>;
}

/** The form of one page of settings: draft, errors by field, and conflicts with another administrator's change. */
export function useSettingsForm<Name extends SettingName>(
  key: string,
  settings: Settings,
  names: readonly Name[],
) {
  const { refetch } = useGetSettingsQuery();
  const [save, { isLoading }] = useSaveSettingsMutation();
  const draft = useVersionedDraft<Pick<Settings, Name>, Settings>(`settings:${key}`, {
    loaded: settings,
    docOf: (saved) => pick(saved, names),
    read: (kept) => readDraft(kept, pick(settings, names)),
  });
  const { value, changed } = draft;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);

  const [refusals, setRefusals] = useState(0);
  const refused = () => setRefusals((count) => count + 1);
  const send = async () => {
    const { version } = draft;
    const change = { ...Object.fromEntries(changed.map((name) => [name, value[name]])), version };
    const checked = settingsChangeSchema.safeParse(change);
    setErrors(errorsOf(checked));
    setMessage(null);
    if (!checked.success) return refused();
    if (isLoading) return;
    const { data, error } = await save(checked.data);
    if (data) {
      draft.settle(data);
      return;
    }
    const problem = problemOf(error);
    if (problem.status !== 409) {
      setErrors(problem.fields);
      setMessage(problem.message);
      return refused();
    }
    const { data: latest } = await refetch();
    if (latest) draft.meet(latest);
    else setMessage(problem.message);
    refused();
  };
  return {
    value,
    saved: draft.base,
    errors,
    message,
    refusals,
    changed,
    conflict: draft.conflict,
    /** The fields of this page that another administrator changed in the meantime. */
    theirs: draft.theirs,
    isSaving: isLoading,
    set: <Field extends Name>(name: Field, next: Settings[Field]) => {
      setMessage(null);
      setErrors((all) => withoutErrorsOf(all, name));
      draft.set({ ...value, [name]: next });
    },
    save: (): void => {
      void send();
    },
    discard: () => {
      setErrors({});
      setMessage(null);
      draft.discard();
    },
    keepMine: draft.keepMine,
    takeTheirs: draft.takeTheirs,
  };
}
export type SettingsFormState<Name extends SettingName> = ReturnType<typeof useSettingsForm<Name>>;

/** Restores draft values whose type matches the saved value. A text can also be the draft of an unset value. */
function readDraft<T extends object>(kept: unknown, saved: T): T | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const usable = Object.entries(kept).filter(([name, value]) => {
    if (!Object.hasOwn(saved, name)) return false;
    const before = (saved as Record<string, unknown>)[name];
    return value === null || before === null || typeof value === typeof before;
  });
  return { ...saved, ...Object.fromEntries(usable) };
}
