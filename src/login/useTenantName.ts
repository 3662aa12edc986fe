import { useEffect, useRef, useState } from 'react';
import type { UserPool } from '#contract/access/session.ts';
import type { SignOnMode } from '#contract/access/signOn.ts';
import { emailAddress } from '#contract/text.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useLazyGetUserPoolQuery } from '#store/session/sessionApi.ts';

const TYPING_PAUSE_MS = 600;

const UNKNOWN = { tenantName: null, signOn: 'off', error: null } as const;

interface TenantLookup {
  tenantName: string | null;
  branding?: UserPool['branding'];
  signOn: SignOnMode;
  /** Why no organisation was found for the address. */
  error: string | null;
  /** Looks the organisation up after a pause in typing. */
  onChange: (email: string) => void;
  /** Looks the organisation up immediately. */
  onBlur: (email: string) => void;
  /** Whether the organisation of this address uses single sign-on. */
  findSignOn: (email: string) => Promise<SignOnMode>;
}

/** Looks up the organisation for an email address as soon as the address is valid. */
export function useTenantName(): TenantLookup {
  const [getUserPool] = useLazyGetUserPoolQuery();
  const [lookup, setLookup] =
    useState<Pick<TenantLookup, 'tenantName' | 'branding' | 'signOn' | 'error'>>(UNKNOWN);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const lookUp = async (email: string) => {
    clearTimeout(timer.current);
    const address = emailAddress.safeParse(email);
    if (!address.success || latest.current === address.data) return;
    latest.current = address.data;
    const result = await getUserPool({ email: address.data }, true);
    if (latest.current !== address.data) return; // the address has changed in the meantime
    if (result.data) return setLookup({ ...result.data, error: null });
    const { status, message } = problemOf(result.error);
    setLookup({ ...UNKNOWN, error: status === 404 ? message : null });
  };
  return {
    ...lookup,
    onChange: (email) => {
      clearTimeout(timer.current);
      latest.current = '';
      setLookup((current) => (current.error === null ? current : { ...current, error: null }));
      timer.current = setTimeout(() => void lookUp(email), TYPING_PAUSE_MS);
    },
    onBlur: (email) => void lookUp(email),
    findSignOn: async (email) => (await getUserPool({ email }, true)).data?.signOn ?? 'off',
  };
}
