import { useEffect, useRef, useState } from 'react';
import { emailAddress } from '#contract/text.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useLazyGetUserPoolQuery } from '#store/session/sessionApi.ts';

const TYPING_PAUSE_MS = 600;

interface TenantLookup {
  tenantName: string | null;
  /** Why no organisation is known for the address, once it has been asked. */
  trouble: string | null;
  /** Asks after a pause in typing. */
  typed: (email: string) => void;
  /** Asks at once. */
  left: (email: string) => void;
}

/** The organisation of an address, as soon as the address is whole enough to ask. */
export function useTenantName(): TenantLookup {
  const [ask] = useLazyGetUserPoolQuery();
  const [found, setFound] = useState<{ tenantName: string | null; trouble: string | null }>({
    tenantName: null,
    trouble: null,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);

  const lookUp = async (email: string) => {
    clearTimeout(timer.current);
    const address = emailAddress.safeParse(email);
    if (!address.success || latest.current === address.data) return;
    latest.current = address.data;
    const answer = await ask({ email: address.data }, true);
    if (latest.current !== address.data) return; // another address has been typed since
    if (answer.data) return setFound({ tenantName: answer.data.tenantName, trouble: null });
    const { status, message } = problemOf(answer.error);
    setFound({ tenantName: null, trouble: status === 404 ? message : null });
  };
  return {
    ...found,
    typed: (email) => {
      clearTimeout(timer.current);
      latest.current = '';
      setFound((known) => (known.trouble === null ? known : { ...known, trouble: null }));
      timer.current = setTimeout(() => void lookUp(email), TYPING_PAUSE_MS);
    },
    left: (email) => void lookUp(email),
  };
}
