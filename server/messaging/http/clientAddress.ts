import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Who asks, by the connection's other end and the header `X-Forwarded-For`. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * A proxy that we trust says for whom it asks, the last hop last; what stands before the first address that is not
 * trusted can be anybody's invention. `trusted` are addresses, networks such as `10.0.0.0/8`, or `loopback`.
 */
export function clientAddress(trusted: readonly string[]): ClientAddress {
  if (trusted.length === 0) return (peer) => peer;
  const isTrusted = proxyAddr.compile([...trusted]);
  return (peer, forwardedFor = '') => {
    let address = peer;
    for (const hop of forwardedFor.split(',').reverse()) {
      if (!isTrusted(address, 0) || isIP(hop.trim()) === 0) break;
      address = hop.trim();
    }
    return address;
  };
}
