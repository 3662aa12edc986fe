import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Third-party code in a package whose licence differs from the one that the package declares. */
const BUNDLED: Record<string, { version: string; licence: string; note: string; text: string }> = {
  'h5p-standalone': {
    version: '3.5.1',
    licence: 'MIT AND GPL-3.0-only',
    note: `dist/ contains the core of H5P (https://github.com/h5p/h5p-php-library, GPL-3.0), which the package does not say.
Source code: https://github.com/tunapanda/h5p-standalone/tree/v3.5.1/vendor/h5p`,
    text: 'licences/GPL-3.0.txt',
  },
};

interface Package {
  name: string;
  version: string;
  license?: string | { type: string };
}

/** A list of components (CycloneDX) that names the licences of bundled code too. */
export function withBundledLicences(list: string): string {
  const bom = JSON.parse(list) as { components: { name: string; licenses?: object[] }[] };
  for (const component of bom.components) {
    const bundled = BUNDLED[component.name];
    if (bundled) component.licenses = [{ expression: bundled.licence }];
  }
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** Name, version and licence of the package in this folder, with the texts of its licences. */
export function describeLicence(folder: string): string {
  const read = (...path: string[]) => readFileSync(join(...path), 'utf8').trim();
  const { name, version, license } = JSON.parse(read(folder, 'package.json')) as Package;
  const bundled = BUNDLED[name];
  if (bundled && bundled.version !== version)
    throw new Error(`The licences in ${name} were read in ${bundled.version}: check those in ${version}`);
  const kind = typeof license === 'object' ? license.type : (license ?? 'see the package');
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  const parts = [
    `${name} ${version}: ${bundled?.licence ?? kind}`,
    bundled?.note,
    file && read(folder, file),
    bundled && read(import.meta.dirname, bundled.text),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
