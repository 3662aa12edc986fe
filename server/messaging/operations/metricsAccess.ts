import { createHash, timingSafeEqual } from 'node:crypto';

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** Whether a request comes from this machine. */
export const isThisMachine = (address: string) => LOOPBACK.test(address);
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Metrics are served to this machine, where an exporter may run, and to holders of the token
 * (`Authorization: Bearer …`), if there is one. The comparison takes the same time for every wrong token.
 */
export function mayReadMetrics(
  { address, authorization }: { address: string; authorization: string | undefined },
  token: string | null,
): boolean {
  if (isThisMachine(address)) return true;
  const given = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  return token !== null && given !== undefined && timingSafeEqual(digest(given), digest(token));
}
