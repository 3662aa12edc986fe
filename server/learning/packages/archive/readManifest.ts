import { XMLParser } from 'fast-xml-parser';
import type { PackageReport } from '#contract/learning/packages.ts';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';

export type Manifest = Pick<PackageReport, 'kind' | 'title' | 'launch' | 'launchData' | 'passingScore'> & {
  /** False for content that the manifest declares as not communicating. */
  communicates: boolean;
};

export const MANIFEST = 'imsmanifest.xml';

/** An element of the manifest: attributes start with `@`. */
interface Element {
  [name: string]: unknown;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** Reads type, title and start of a SCORM package from its manifest. Throws an UploadProblem. */
export function readManifest(xml: string): Manifest {
  // No package needs entities, and nested ones can grow without limit.
  if (/<!ENTITY/i.test(xml)) throw new UploadProblem('imsmanifest.xml defines entities.');
  const { manifest } = parse(xml);
  const root = elementOf(manifest);
  const kind = kindOf(root, xml);
  const sets = elementOf(root.organizations);
  const organizations = listOf(sets.organization);
  const organization =
    organizations.find((one) => one['@identifier'] === sets['@default']) ?? organizations[0] ?? {};
  const items = itemsOf(organization).filter((item) => item['@identifierref'] !== undefined);
  if (items.length > 1)
    throw new UploadProblem(
      `The package has ${items.length} parts. Only packages with 1 part (single SCO) can be played. Export each part as its own package.`,
    );
  const resources = elementOf(root.resources);
  const all = listOf(resources.resource);
  const [item = {}] = items;
  const resource =
    items.length === 0 ? all[0] : all.find((one) => one['@identifier'] === item['@identifierref']);
  const href = textOf(resource?.['@href']);
  if (!resource || !href) throw new UploadProblem('imsmanifest.xml does not name a page to start with.');
  const path = [root['@base'], resources['@base'], resource['@base'], href].map(textOf).join('');
  const parameters = textOf(item['@parameters']);
  return {
    kind,
    title: (textOf(organization.title) || textOf(item.title)).slice(0, 200),
    launch: withParameters(path, parameters),
    launchData: (textOf(item.datafromlms) || textOf(item.dataFromLMS)).slice(0, 4_000) || null,
    passingScore: kind === 'scorm12' ? numberOf(item.masteryscore) : numberOf(passingMeasureOf(item)),
    communicates: textOf(resource['@scormtype'] ?? resource['@scormType']).toLowerCase() !== 'asset',
  };
}

function parse(xml: string): Element {
  try {
    return parser.parse(xml) as Element;
  } catch {
    throw new UploadProblem('imsmanifest.xml is not valid XML.');
  }
}

function kindOf(root: Element, xml: string): Manifest['kind'] {
  const version = textOf(elementOf(root.metadata).schemaversion);
  if (version === '1.2' || (version === '' && xml.includes('adlcp_rootv1p2'))) return 'scorm12';
  if (/2004|CAM 1\.3/i.test(version) || (version === '' && xml.includes('adlcp_v1p3'))) return 'scorm2004';
  throw new UploadProblem(
    version
      ? `imsmanifest.xml names the version “${version.slice(0, 40)}”. SCORM 1.2 and SCORM 2004 can be played.`
      : 'imsmanifest.xml does not say which version of SCORM it follows.',
  );
}

/** The items of an organization at any depth. */
const itemsOf = (parent: Element): Element[] =>
  listOf(parent.item).flatMap((item) => [item, ...itemsOf(item)]);

function passingMeasureOf(item: Element): unknown {
  const objective = elementOf(elementOf(elementOf(item.sequencing).objectives).primaryObjective);
  return objective['@satisfiedByMeasure'] === 'true' ? objective.minNormalizedMeasure : undefined;
}

function withParameters(path: string, parameters: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path))
    throw new UploadProblem('The package starts at an address outside of itself.');
  const rest = parameters.replace(/^[?&]/, '');
  if (!rest) return path;
  if (parameters.startsWith('#')) return `${path}${parameters}`;
  return `${path}${path.includes('?') ? '&' : '?'}${rest}`;
}

const elementOf = (value: unknown): Element =>
  (Array.isArray(value)
    ? elementOf(value[0])
    : typeof value === 'object' && value !== null
      ? value
      : {}) as Element;
const listOf = (value: unknown): Element[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(elementOf);
/** The text of an element or an attribute. An element with attributes is an object. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'object' && value !== null ? textOf((value as Element)['#text']) : '';
};
function numberOf(value: unknown): number | null {
  const text = textOf(value);
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}
