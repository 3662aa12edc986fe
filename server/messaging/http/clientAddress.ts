import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** The client's address, from the remote end of the connection and the header `X-Forwarded-For`. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

/**
 * Follows `X-Forwarded-For` from its end while the hops are trusted; entries before an untrusted hop can be forged.
 * `trusted` contains addresses, networks such as `10.0.0.0/8`, or `loopback`.
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
