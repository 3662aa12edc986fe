import fastJson, { type Schema } from 'fast-json-stringify';
import * as z from 'zod/mini';

type Serialize = (data: unknown) => string;
const serializers = new WeakMap<z.core.$ZodType, Serialize>();

/**
 * Serializes responses with functions compiled from the response schema, so that only fields of the schema are sent. A
 * function is compiled for its first response, because compiling all of them would slow the start down.
 */
export const compileSerializer =
  ({ schema }: { schema: unknown }): Serialize =>
  (data) =>
    serializerOf(schema as z.core.$ZodType)(data);

export function serializerOf(schema: z.core.$ZodType): Serialize {
  const existing = serializers.get(schema);
  if (existing) return existing;
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'output', unrepresentable: 'any' });
  const serialize: Serialize = fastJson(withoutChecks(json) as Schema);
  serializers.set(schema, serialize);
  return serialize;
}

/** Strings are not validated here, and `nullable` is faster than a choice between a type and null. */
function withoutChecks(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutChecks);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json)
    .filter(([key, value]) => !((key === 'pattern' || key === 'format') && typeof value === 'string'))
    .map(([key, value]) => [key, withoutChecks(value)] as const);
  const { anyOf, ...others } = Object.fromEntries(entries);
  if (!Array.isArray(anyOf)) return Object.fromEntries(entries);
  const [type, none] = anyOf as Record<string, unknown>[];
  return anyOf.length === 2 && typeof type?.type === 'string' && none?.type === 'null'
    ? { ...others, ...type, nullable: true }
    : { ...others, anyOf };
}
