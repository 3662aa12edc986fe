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

interface Component {
  /** The name and the version: `fastify@5.12.8`. */
  'bom-ref': string;
  name: string;
  licenses?: object[];
}
interface ComponentList {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * A CycloneDX list of a lock file, without the packages of other platforms, and with the licences of bundled code.
 * @param installed the names with the versions: `fastify@5.12.8`
 */
export function describeComponents(list: string, installed: ReadonlySet<string>): string {
  const bom = JSON.parse(list) as ComponentList;
  const components = bom.components.filter((component) => installed.has(component['bom-ref']));
  for (const component of components) {
    const bundled = BUNDLED[component.name];
    if (bundled) component.licenses = [{ expression: bundled.licence }];
  }
  const omitted = new Set(
    bom.components.map((component) => component['bom-ref']).filter((ref) => !installed.has(ref)),
  );
  const dependencies = bom.dependencies
    .filter(({ ref }) => !omitted.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !omitted.has(one)) }));
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`;
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
