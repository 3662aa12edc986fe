import type { ConnectionOptions } from '@nats-io/transport-node';

/** The options of a connection to the address in `NATS_URL`. */
export function natsAddress(url: string): ConnectionOptions {
  const { host, username, password, protocol } = new URL(url);
  return {
    servers: host,
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}
