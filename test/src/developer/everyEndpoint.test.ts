import { readdirSync, readFileSync } from 'node:fs';

it('loads the endpoints of every domain, so that a saved session can be replayed', () => {
  const text = readFileSync('src/developer/everyEndpoint.ts', 'utf8');
  const files = readdirSync('store', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('Api.ts') && !file.endsWith('baseApi.ts'),
  );
  expect(files.filter((file) => !text.includes(`'#store/${file}'`))).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
});
