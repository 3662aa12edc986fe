import { useEffect, useRef, useState } from 'react';
import { emailAddress } from '#contract/text.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useLazyGetUserPoolQuery } from '#store/session/sessionApi.ts';

const TYPING_PAUSE_MS = 600;

interface TenantLookup {
  tenantName: string | null;
  /** Why no organisation was found for the address. */
  error: string | null;
  /** Looks up after a pause in typing. */
  onChange: (email: string) => void;
  /** Looks up at once. */
  onBlur: (email: string) => void;
}

/** Looks up the organisation of an email address as soon as the address is valid. */
export function useTenantName(): TenantLookup {
  const [getUserPool] = useLazyGetUserPoolQuery();
  const [lookup, setLookup] = useState<{ tenantName: string | null; error: string | null }>({
    tenantName: null,
    error: null,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const lookUp = async (email: string) => {
    clearTimeout(timer.current);
    const address = emailAddress.safeParse(email);
    if (!address.success || latest.current === address.data) return;
    latest.current = address.data;
    const result = await getUserPool({ email: address.data }, true);
    if (latest.current !== address.data) return; // the address has changed meanwhile
    if (result.data) return setLookup({ tenantName: result.data.tenantName, error: null });
    const { status, message } = problemOf(result.error);
    setLookup({ tenantName: null, error: status === 404 ? message : null });
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
  };
}
