import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ENDPOINT = /^ {4}(\w+): build\.(?:query|infiniteQuery|mutation)\b/gm;

/** All slices of the API add their endpoints to one API, where the first endpoint of a name hides later ones. */
it('has no two endpoints with one name', () => {
  const files = readdirSync('store', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('Api.ts'),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(join('store', file), 'utf8').matchAll(ENDPOINT)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
