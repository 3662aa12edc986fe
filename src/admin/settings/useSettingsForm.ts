import { useState } from 'react';
import { type SettingName, type Settings, settingsChangeSchema } from '#contract/administration/settings.ts';
import { errorsOf } from '#src/forms/fieldWords.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { useGetSettingsQuery, useSaveSettingsMutation } from '#store/admin/settingsApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

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
  const [base, setBase] = useState(settings);
  const saved = pick(base, names);
  const draft = useDraft<Pick<Settings, Name>>(`settings:${key}`, saved, (kept) => readDraft(kept, saved));
  const { value } = draft;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Settings | null>(null);
  const changed = names.filter((name) => !isSame(value[name], saved[name]));

  const send = async (version: number) => {
    const change = { ...Object.fromEntries(changed.map((name) => [name, value[name]])), version };
    const checked = settingsChangeSchema.safeParse(change);
    setErrors(errorsOf(checked));
    setMessage(null);
    if (!checked.success || isLoading) return;
    const { data, error } = await save(checked.data);
    if (data) {
      setBase(data);
      draft.settle(pick(data, names));
      return;
    }
    const problem = problemOf(error);
    if (problem.status !== 409) {
      setErrors(problem.fields);
      return setMessage(problem.message);
    }
    const { data: latest } = await refetch();
    if (latest) setConflict(latest);
    else setMessage(problem.message);
  };
  return {
    value,
    saved,
    errors,
    message,
    changed,
    conflict,
    /** The fields of this page that another administrator changed in the meantime. */
    theirs: conflict ? names.filter((name) => !isSame(conflict[name], saved[name])) : [],
    isSaving: isLoading,
    set: <Field extends Name>(name: Field, next: Settings[Field]) => {
      setErrors(({ [name]: _corrected, ...others }) => others);
      draft.set({ ...value, [name]: next });
    },
    save: (): void => {
      void send(base.version);
    },
    discard: () => {
      setErrors({});
      setMessage(null);
      draft.settle(saved);
    },
    /** The other fields get the values that the other administrator saved. */
    keepMine: () => {
      if (!conflict) return;
      setBase(conflict);
      draft.set({ ...pick(conflict, names), ...pick(value as Settings, changed) });
      setConflict(null);
    },
    takeTheirs: () => {
      if (!conflict) return;
      setBase(conflict);
      draft.settle(pick(conflict, names));
      setConflict(null);
    },
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
