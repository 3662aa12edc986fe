// `npm start`: builds the web application when it has changed, then runs the server in this very process.
import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';

process.chdir(join(import.meta.dirname, '..'));
try {
  buildWhenChanged();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import('../server/main.ts');
