import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

const sources = () => globSync('{bench,contract,sagas,server,src,store,test}/**/*.{ts,tsx}');

/**
 * Imports of a file in the same folder by its full path, as `file: specifier`. The linter reports imports with `../`.
 */
const longImports = (file: string, text: string) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'#([^']+)'/g)]
    .map(([, path = '']) => path)
    .filter((path) => dirname(path) === dirname(file))
    .map((path) => `${file}: #${path}`);

it('files in the same folder are imported as ./name.ts', () => {
  expect(longImports('store/chat/a.ts', "import { b } from '#store/chat/b.ts';")).toEqual([
    'store/chat/a.ts: #store/chat/b.ts',
  ]);
  expect(sources().flatMap((file) => longImports(file, readFileSync(file, 'utf8')))).toEqual([]);
});
