// `npm start`: builds the web application if it has changed, then runs the server in this process.
import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';
import { endWithParent } from './endWithParent.mjs';

process.chdir(join(import.meta.dirname, '..'));
try {
  buildWhenChanged();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
if (process.env.npm_lifecycle_event) endWithParent();
await import('../server/main.ts');
