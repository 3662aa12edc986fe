import { AddressRefused } from './publicFetch.ts';

const CODES: Record<string, string> = {
  ENOTFOUND: 'The name of the server was not found.',
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
};

/** Says why a call to an address that a person entered failed, without details of the network behind it. */
export function fetchFailure(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'The server did not respond within 10 seconds.';
  if (error instanceof AddressRefused) return 'The address is not public.';
  const { code = '' } = error as { code?: string };
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code)) return 'The certificate of the server is not valid.';
  return CODES[code] ?? 'The server could not be reached.';
}
