import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch';
import {
  type Attributes,
  isObject,
  isSchema,
  pickParts,
  type Resource,
  refusePrototypes,
} from './attributes.ts';
import { parseFilter } from './filter.ts';
import { ScimError } from './scimError.ts';

const MAX_OPERATIONS = 1_000;
/** An attribute with an optional filter and part: `emails[type eq "work"].value`. */
const PATH = /^([A-Za-z][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;
/** The schema prefix of an attribute. */
const PREFIX = /^(urn:[^[\]"\s]*:(?:User|Group)):/i;

type Operation = 'add' | 'remove' | 'replace';

/** The resource after a PATCH request, in the dialects of Entra and Okta. */
export function applyPatch(known: Attributes, resource: Resource, body: unknown): Resource {
  const operations = readOperations(known, body);
  try {
    const patched = scimPatch(resource as unknown as ScimResource, operations, {
      mutateDocument: false,
      treatMissingAsAdd: true,
    });
    return patched as unknown as Resource;
  } catch (error) {
    // The library changes a copy, so all of its errors come from the request.
    throw new ScimError(
      (error as { scimCode?: string }).scimCode === 'noTarget' ? 'noTarget' : 'invalidValue',
      'An operation cannot be applied to this resource. Check its path and value.',
    );
  }
}

function readOperations(known: Attributes, body: unknown): ScimPatchOperation[] {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'The body must be an object.');
  const list = body.Operations ?? body.operations;
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError('invalidSyntax', 'Operations must be a list that is not empty.');
  if (list.length > MAX_OPERATIONS)
    throw new ScimError('invalidSyntax', `A request has at most ${MAX_OPERATIONS} operations.`);
  return list.flatMap((one) => readOperation(known, one));
}

function readOperation(known: Attributes, one: unknown): ScimPatchOperation[] {
  if (!isObject(one)) throw new ScimError('invalidSyntax', 'Each operation must be an object.');
  // Entra capitalises the names of operations.
  const op = typeof one.op === 'string' ? one.op.toLowerCase() : '';
  if (op !== 'add' && op !== 'remove' && op !== 'replace')
    throw new ScimError('invalidSyntax', 'op must be add, remove or replace.');
  const { path, value } = one;
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError('invalidPath', 'path must be a string.');
  if (op !== 'remove' && value === undefined)
    throw new ScimError('invalidValue', 'An operation needs a value.');
  if (path && !isSchema(path)) return atPath(known, op, path, value);
  if (op === 'remove') throw new ScimError('noTarget', 'remove needs a path.');
  if (!isObject(value))
    throw new ScimError('invalidValue', 'The value of an operation without a path must be an object.');
  // Without a path, the names in the value are paths, and each becomes its own operation.
  return Object.entries(value).flatMap(([name, inner]) => {
    refusePrototypes(name);
    if (!isSchema(name)) return atPath(known, op, name, inner);
    if (!isObject(inner)) return [];
    return Object.entries(inner).flatMap(([nested, deep]) =>
      isSchema(nested) ? [] : atPath(known, op, nested, deep),
    );
  });
}

function atPath(known: Attributes, op: Operation, text: string, value: unknown): ScimPatchOperation[] {
  refusePrototypes(text);
  const [, name, filter, partName] = PATH.exec(text.replace(PREFIX, '').trim()) ?? [];
  if (name === undefined) throw new ScimError('invalidPath', 'The path is not valid.');
  const attribute = known.get(name.toLowerCase());
  if (!attribute) return [];
  if (filter !== undefined && !attribute.isList)
    throw new ScimError('invalidPath', 'Only an attribute with several values can have a filter.');
  if (filter !== undefined && !parseFilter(filter))
    throw new ScimError('invalidPath', 'The filter of the path is not valid.');
  const part = partName === undefined ? undefined : attribute.parts.get(partName.toLowerCase());
  if (partName !== undefined && part === undefined) return [];
  const path = `${attribute.name}${filter === undefined ? '' : `[${filter}]`}${part === undefined ? '' : `.${part}`}`;
  // Null is the same as no value (RFC 7643, section 2.5).
  if (op === 'remove' || value === null) {
    // Entra lists the members to remove in the value.
    const members = attribute.name === 'members' && filter === undefined && part === undefined;
    return [{ op: 'remove', path, ...(members && value != null && { value: pickParts(attribute, value) }) }];
  }
  if (part !== undefined) return [{ op, path, value }];
  const picked = pickParts(attribute, value);
  if (filter !== undefined) return [{ op, path, value: [picked].flat()[0] }];
  return [{ op, path, value: picked }];
}
