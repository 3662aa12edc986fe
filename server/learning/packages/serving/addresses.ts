import { createHmac, timingSafeEqual } from 'node:crypto';

/** Long enough for a package with long videos. Reloading the page creates a new address. */
const LIFETIME_MS = 4 * 3_600_000;

export interface PackageAccess {
  tenantId: number;
  packageId: string;
  /** The origin of the page that may show the package. */
  embedder: string;
  /** Null for a package. A single file is shown in a page, or downloaded under a name. */
  file: { downloadAs: string | null } | null;
}

/** The address from which a browser loads a package or a file. */
export interface PackageAddress {
  origin: string;
  /** The page with the runtime. */
  player: string;
  /** Path of the folder with the files, without the first page. */
  files: string;
}

export interface PackageAddresses {
  /** An address for one launch. `host` is the host of the page, such as `localhost:4000`. */
  issue(access: Omit<PackageAccess, 'embedder'>, host: string): PackageAddress;
  /** What a token gives access to; null if it is forged or has expired. */
  read(token: string): PackageAccess | null;
}

interface AddressSettings {
  key: Buffer;
  now: () => Date;
  /** The origins of the product and of its packages; null in a local deployment without PUBLIC_URL. */
  fixed: { embedder: string; packages: string } | null;
  port: number;
}

/** Signed addresses. The holder of an address can read only the files of one package, for some hours. */
export function createPackageAddresses({ key, now, fixed, port }: AddressSettings): PackageAddresses {
  const sign = (payload: string) =>
    createHmac('sha256', key).update(`package:${payload}`).digest('base64url');
  return {
    issue({ tenantId, packageId, file }, host) {
      const { embedder, packages } = fixed ?? localOrigins(host, port);
      const until = now().getTime() + LIFETIME_MS;
      const payload = Buffer.from(JSON.stringify([tenantId, packageId, embedder, until, file])).toString(
        'base64url',
      );
      const token = `${payload}.${sign(payload)}`;
      return { origin: packages, player: `${packages}/player/${token}`, files: `/files/${token}/` };
    },
    read(token) {
      const [payload = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign(payload));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [tenantId, packageId, embedder, until, file = null] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as [number, string, string, number, PackageAccess['file']?];
      return now().getTime() < until ? { tenantId, packageId, embedder, file } : null;
    },
  };
}

/** Another host name than the page's, because browsers send cookies to all ports of a host. */
function localOrigins(host: string, port: number) {
  const { hostname, origin } = new URL(`http://${host}`);
  const other = OTHER_NAMES[hostname] ?? hostname;
  return { embedder: origin, packages: `http://${other}:${port}` };
}
const OTHER_NAMES: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };
