import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { compileSerializer } from '#server/http/serializeResponses.ts';

/** The response schemas of all routes of the API that was started last. */
export const responseSchemas = new Set<z.core.$ZodType>();

/** The server's serializer, which fails the call if a response does not match its schema or is sent in another form. */
export function compileCheckedSerializer(route: { schema: unknown }) {
  responseSchemas.add(route.schema as z.core.$ZodType);
  const serialize = compileSerializer(route);
  return (data: unknown) => {
    const expected: unknown = JSON.parse(JSON.stringify(z.encode(route.schema as z.ZodMiniType, data)));
    const json = serialize(data);
    if (!isDeepStrictEqual(JSON.parse(json), expected))
      throw new Error(`The response is serialized as ${json} instead of ${JSON.stringify(expected)}`);
    return json;
  };
}
