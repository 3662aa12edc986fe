import * as z from 'zod/mini';
import { compileSerializer, serializerOf } from '#server/http/serializeResponses.ts';
import { startApi } from '#test/support/api.ts';
import { responseSchemas } from '#test/support/checkedResponses.ts';

const schema = z.object({
  name: z.string(),
  place: z.nullable(z.object({ city: z.nullable(z.string()) })),
  pattern: z.array(z.nullable(z.union([z.int(), z.literal('all')]))),
});
const serialize = compileSerializer({ schema });

it('sends exactly the fields of the schema', () => {
  const value = { name: 'Ünal "U"', place: { city: null }, pattern: [1, null, 'all'] };
  expect(JSON.parse(serialize(value))).toEqual(value);
  expect(JSON.parse(serialize({ ...value, place: null }))).toEqual({ ...value, place: null });
  const more = { ...value, password: 'hidden', place: { city: null, street: 'hidden' } };
  expect(serialize(more)).not.toContain('hidden');
});

it('sends nothing if a field is missing', () => {
  expect(() => serialize({ place: null, pattern: [] })).toThrow('name');
});

it('compiles the response schemas of all calls', async () => {
  const api = await startApi();
  expect(responseSchemas.size).toBeGreaterThan(40);
  for (const one of responseSchemas) expect(serializerOf(one)).toBeInstanceOf(Function);
  await api.close();
});
