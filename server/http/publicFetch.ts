import { lookup } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { inSpan } from '#server/tracing/spans.ts';

/** Longer responses are refused. */
const MAX_BYTES = 1_000_000;

/** Addresses of this machine, of private networks, and for special use. */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  addNetwork(network, 'ipv4');
// Only 2000::/3 is in public use. Parts of it contain IPv4 addresses or are for documentation.
for (const network of [
  '::/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
])
  addNetwork(network, 'ipv6');

function addNetwork(network: string, family: 'ipv4' | 'ipv6') {
  const [address = '', prefix] = network.split('/');
  notPublic[family].addSubnet(address, Number(prefix), family);
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return !notPublic[family].check(address, family);
}

/** The server may not call this address on behalf of an administrator. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

/** Resolves a name and refuses it if any of its addresses is not public. The connection uses the checked address. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressRefused(`${hostname} has an address that is not public`), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: { toString(): string } | null | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Calls addresses that administrators enter: only https and public addresses, without following redirects, so that no
 * one can reach the server's network this way. `allowsLocal` permits http and private addresses.
 */
export const createPublicFetch =
  ({ allowsLocal }: { allowsLocal: boolean }) =>
  async (
    address: string,
    { method = 'GET', headers = {}, body, signal }: Options = {},
  ): Promise<Response> => {
    const url = new URL(address);
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    if (!allowsLocal && url.protocol !== 'https:')
      throw new AddressRefused('the address must start with https://');
    if (!allowsLocal && isIP(hostname) !== 0 && !isPublicAddress(hostname))
      throw new AddressRefused(`${hostname} is not a public address`);
    const content = body == null ? null : Buffer.from(String(body));
    const call = () =>
      new Promise<Response>((resolve, reject) => {
        const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
        const request = send(
          url,
          {
            method,
            headers: { ...headers, ...(content && { 'content-length': content.length }) },
            // Uses a new connection, because a shared one may have been opened without the check.
            agent: false,
            ...(!allowsLocal && { lookup: lookupPublic }),
            ...(signal && { signal }),
          },
          (response) => {
            const chunks: Buffer[] = [];
            let length = 0;
            response.on('data', (chunk: Buffer) => {
              length += chunk.length;
              chunks.push(chunk);
              if (length > MAX_BYTES) request.destroy(new Error('the answer is too long'));
            });
            response.on('error', reject);
            response.on('end', () => {
              const status = response.statusCode ?? 502;
              const answerHeaders = new Headers();
              for (const [name, value] of Object.entries(response.headers))
                for (const one of [value ?? []].flat()) answerHeaders.append(name, one);
              const hasNoBody = status === 204 || status === 205 || status === 304;
              resolve(
                new Response(hasNoBody ? null : Buffer.concat(chunks), { status, headers: answerHeaders }),
              );
            });
          },
        );
        request.on('error', reject);
        request.end(content ?? undefined);
      });
    return inSpan(method, 'client', { 'http.request.method': method, 'server.address': hostname }, call);
  };
