import { ScimError } from './scimError.ts';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const SCHEMAS = new Set([USER_SCHEMA, GROUP_SCHEMA, ENTERPRISE_SCHEMA].map((name) => name.toLowerCase()));

/** Names that give access to the prototype of an object. No attribute has such a name. */
const PROTOTYPES = /(?<![\w$])(__proto__|constructor|prototype)(?![\w$])/i;

interface Attribute {
  name: string;
  /** The exact names of the sub-attributes, by their lower-case names; empty for a simple attribute. */
  parts: ReadonlyMap<string, string>;
  isList: boolean;
}
export type Attributes = ReadonlyMap<string, Attribute>;

const byLowerCase = (names: readonly string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));
const simple = (name: string): Attribute => ({ name, parts: new Map(), isList: false });
const complex = (name: string, parts: readonly string[], isList = false): Attribute => ({
  name,
  parts: byLowerCase(parts),
  isList,
});
const attributesOf = (...list: Attribute[]): Attributes =>
  new Map(list.map((attribute) => [attribute.name.toLowerCase(), attribute]));

/** The attributes that Trellis keeps. All other attributes are accepted and ignored, because directories send many. */
export const userAttributes = attributesOf(
  simple('userName'),
  simple('externalId'),
  simple('displayName'),
  simple('title'),
  simple('active'),
  complex('name', ['givenName', 'familyName', 'formatted']),
  complex('emails', ['value', 'type', 'primary'], true),
  complex('manager', ['value']),
);
export const groupAttributes = attributesOf(
  simple('displayName'),
  simple('externalId'),
  complex('members', ['value'], true),
);

export type Resource = Record<string, unknown>;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function refusePrototypes(name: string) {
  if (PROTOTYPES.test(name)) throw new ScimError('invalidPath', 'The path contains a name that is refused.');
}

/** Whether the name is a schema. The attributes of a schema are nested below it. */
export const isSchema = (name: string) => SCHEMAS.has(name.toLowerCase());

/** The known attributes of a body with their exact names. Attribute names in a body are case-insensitive. */
export function pickAttributes(known: Attributes, body: unknown): Resource {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'The body must be an object.');
  const picked: Resource = {};
  for (const [key, value] of Object.entries(body)) {
    refusePrototypes(key);
    if (isSchema(key)) {
      if (isObject(value)) Object.assign(picked, pickAttributes(known, withoutSchemas(value)));
      continue;
    }
    const attribute = known.get(key.toLowerCase());
    if (attribute && value !== null) picked[attribute.name] = pickParts(attribute, value);
  }
  return picked;
}

/** Schemas cannot be nested in each other. */
const withoutSchemas = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !isSchema(key)));

/** The known parts of a value, or of each item of a list. A reference can be written as its plain value. */
export function pickParts({ parts, isList }: Attribute, value: unknown): unknown {
  if (parts.size === 0) return value;
  if (isList) return [value].flat().map((one) => pickOne(parts, one));
  return pickOne(parts, Array.isArray(value) ? value[0] : value);
}

function pickOne(parts: ReadonlyMap<string, string>, value: unknown): unknown {
  if (!isObject(value)) return parts.has('value') ? { value } : value;
  const picked: Resource = {};
  for (const [key, part] of Object.entries(value)) {
    refusePrototypes(key);
    const name = parts.get(key.toLowerCase());
    if (name !== undefined && part !== null) picked[name] = part;
  }
  return picked;
}
