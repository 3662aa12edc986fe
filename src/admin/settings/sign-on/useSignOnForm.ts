import { useState } from 'react';
import * as z from 'zod/mini';
import { signOnMode } from '#contract/access/signOn.ts';
import {
  groupRuleSchema,
  type SignOnChange,
  type SignOnSettings,
  signOnChangeSchema,
  signOnSettingsSchema,
} from '#contract/administration/signOn.ts';
import { numericId } from '#contract/text.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { errorsOf } from '#src/forms/fieldWords.ts';
import { useDraft } from '#src/forms/useDraft.ts';
import { signOnApi } from '#store/admin/signOnApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { toastShown } from '#store/toasts/toastsSlice.ts';

export type SignOnValues = Omit<SignOnChange, 'clientSecret' | 'version'>;

const NAMES = ['issuer', 'clientId', 'mode', 'emergencyAdminId', 'createsPeople', 'groups'] as const;
/** Reads once without a subscription. */
const FRESH = { forceRefetch: true, subscribe: false };
const EMPTY: SignOnValues = {
  issuer: '',
  clientId: '',
  mode: 'off',
  emergencyAdminId: null,
  createsPeople: false,
  groups: [],
};
const draftSchema = z.object({
  issuer: z.optional(z.string()),
  clientId: z.optional(z.string()),
  mode: z.optional(signOnMode),
  emergencyAdminId: z.nullish(numericId),
  createsPeople: z.optional(z.boolean()),
  groups: z.optional(z.array(groupRuleSchema)),
});

const valuesOf = ({ settings }: SignOnSettings): SignOnValues =>
  settings
    ? (Object.fromEntries(NAMES.map((name) => [name, settings[name]])) as unknown as SignOnValues)
    : EMPTY;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The form of single sign-on. The client secret is kept out of the draft, which is part of the state (decision 0003). */
export function useSignOnForm(loaded: SignOnSettings) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [base, setBase] = useState(loaded);
  const saved = valuesOf(base);
  const draft = useDraft<SignOnValues>('settings:sign-on', saved, (kept) => {
    const read = draftSchema.safeParse(kept);
    return read.success ? ({ ...saved, ...read.data } as SignOnValues) : null;
  });
  const { value } = draft;
  /** Null: keep the saved secret. */
  const [secret, setSecret] = useState<string | null>(base.settings ? null : '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<SignOnSettings | null>(null);
  const changed = NAMES.filter((name) => !isSame(value[name], saved[name]));
  const theirs = conflict ? valuesOf(conflict) : saved;

  const send = async () => {
    const version = base.settings?.version ?? 0;
    const change: SignOnChange = { ...value, version, ...(secret && { clientSecret: secret }) };
    const checked = signOnChangeSchema.safeParse(change);
    const isSecretMissing = !base.settings && !secret;
    const found = { ...errorsOf(checked), ...(isSecretMissing && { clientSecret: 'is missing' }) };
    setErrors(found);
    setMessage(null);
    if (!checked.success || isSecretMissing || isSaving) return;
    setSaving(true);
    try {
      const next = signOnSettingsSchema.parse(await auth.saveSignOn(checked.data));
      setBase(next);
      draft.settle(valuesOf(next));
      setSecret(null);
      void dispatch(signOnApi.util.upsertQueryData('getSignOn', undefined, next));
      dispatch(signOnApi.util.invalidateTags(['Audit', 'Admin']));
      dispatch(toastShown({ id: 'sign-on-saved', text: 'The sign-on settings are saved.', canUndo: false }));
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) {
        const latest = await dispatch(signOnApi.endpoints.getSignOn.initiate(undefined, FRESH));
        if (latest.data) return setConflict(latest.data);
      }
      setErrors(problem.fields);
      setMessage(problem.message);
    } finally {
      setSaving(false);
    }
  };
  const forget = (name: string) =>
    setErrors((all) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => field.split('.')[0] !== name)),
    );
  return {
    value,
    secret,
    errors,
    message,
    isSaving,
    isSetUp: base.settings !== null,
    secretSavedAt: base.settings?.secretSavedAt ?? null,
    count: changed.length + (secret ? 1 : 0),
    /** True if the values for a test differ from the saved ones. */
    isProviderChanged: changed.includes('issuer') || changed.includes('clientId') || Boolean(secret),
    set: <Name extends keyof SignOnValues>(name: Name, next: SignOnValues[Name]) => {
      forget(name);
      draft.set({ ...value, [name]: next });
    },
    setSecret: (next: string | null) => {
      forget('clientSecret');
      setSecret(next);
    },
    save: () => void send(),
    conflict: conflict?.settings ?? null,
    differences: NAMES.filter((name) => !isSame(theirs[name], saved[name])).map((name) => ({
      name,
      theirs,
      mine: changed.includes(name) ? value : null,
    })),
    /** Unchanged fields get the values that the other administrator saved. */
    keepMine: () => {
      if (!conflict) return;
      setBase(conflict);
      draft.set({ ...theirs, ...Object.fromEntries(changed.map((name) => [name, value[name]])) });
      setConflict(null);
    },
    takeTheirs: () => {
      if (!conflict) return;
      setBase(conflict);
      setSecret(null);
      draft.settle(theirs);
      setConflict(null);
    },
    discard: () => {
      setErrors({});
      setMessage(null);
      setSecret(base.settings ? null : '');
      draft.settle(saved);
    },
  };
}
export type SignOnForm = ReturnType<typeof useSignOnForm>;
