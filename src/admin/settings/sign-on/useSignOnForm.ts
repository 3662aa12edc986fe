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
import { useVersionedDraft } from '#src/forms/useVersionedDraft.ts';
import { withoutErrorsOf } from '#src/forms/withoutErrorsOf.ts';
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
const versioned = (saved: SignOnSettings) => ({ ...saved, version: saved.settings?.version ?? 0 });

/** The form of single sign-on. The client secret is kept out of the draft, which is part of the state (decision 0003). */
export function useSignOnForm(loaded: SignOnSettings) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const draft = useVersionedDraft('settings:sign-on', {
    loaded: versioned(loaded),
    docOf: valuesOf,
    read: (kept) => {
      const read = draftSchema.safeParse(kept);
      return read.success ? ({ ...valuesOf(loaded), ...read.data } as SignOnValues) : null;
    },
  });
  const { value, changed, conflict, saved } = draft;
  /** Null: keep the saved secret. */
  const [secret, setSecret] = useState<string | null>(saved.settings ? null : '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const [refusals, setRefusals] = useState(0);
  const refused = () => setRefusals((count) => count + 1);
  const send = async () => {
    const change: SignOnChange = {
      ...value,
      version: draft.version,
      ...(secret && { clientSecret: secret }),
    };
    const checked = signOnChangeSchema.safeParse(change);
    const isSecretMissing = !saved.settings && !secret;
    const isAddress = URL.canParse(value.issuer.trim());
    const found = {
      ...(!isAddress && { issuer: 'must be an address that starts with https://' }),
      ...errorsOf(checked),
      ...(isSecretMissing && { clientSecret: 'is missing' }),
    };
    setErrors(found);
    setMessage(null);
    if (!checked.success || !isAddress || isSecretMissing) return refused();
    if (isSaving) return;
    setSaving(true);
    try {
      const next = signOnSettingsSchema.parse(await auth.saveSignOn(checked.data));
      draft.settle(versioned(next));
      setSecret(null);
      void dispatch(signOnApi.util.upsertQueryData('getSignOn', undefined, next));
      dispatch(signOnApi.util.invalidateTags(['Audit', 'Admin']));
      dispatch(toastShown({ id: 'sign-on-saved', text: 'The sign-on settings are saved.', canUndo: false }));
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 409) {
        const latest = await dispatch(signOnApi.endpoints.getSignOn.initiate(undefined, FRESH));
        if (latest.data) {
          draft.meet(versioned(latest.data));
          return refused();
        }
      }
      setErrors(problem.fields);
      setMessage(problem.message);
      refused();
    } finally {
      setSaving(false);
    }
  };
  const forget = (name: string) => {
    setMessage(null);
    setErrors((all) => withoutErrorsOf(all, name));
  };
  return {
    value,
    secret,
    errors,
    message,
    refusals,
    isSaving,
    isSetUp: saved.settings !== null,
    secretSavedAt: saved.settings?.secretSavedAt ?? null,
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
    differences: draft.theirs.map((name) => ({
      name,
      theirs: conflict ? valuesOf(conflict) : value,
      mine: changed.includes(name) ? value : null,
    })),
    keepMine: draft.keepMine,
    takeTheirs: () => {
      setSecret(null);
      draft.takeTheirs();
    },
    discard: () => {
      setErrors({});
      setMessage(null);
      setSecret(saved.settings ? null : '');
      draft.discard();
    },
  };
}
export type SignOnForm = ReturnType<typeof useSignOnForm>;
