// `npm start`: builds the web application if it has changed, then runs the server in this process.
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Before the first TypeScript module is loaded, also in the worker threads of the embedded databases, which inherit the
// variable: with all modules in the cache, Node does not load its TypeScript parser (0.3 s of 3.6 s on a slow machine).
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const [{ buildWhenChanged }, { endWithParent }] = await Promise.all([
  import('./build.mjs'),
  import('./endWithParent.mjs'),
]);

process.chdir(join(import.meta.dirname, '..'));
try {
  buildWhenChanged();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (process.env.npm_lifecycle_event) endWithParent();
await import('../server/main.ts');
