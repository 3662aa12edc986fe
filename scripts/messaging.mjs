// `npm run messaging`: starts the messaging service alone. It ends when npm ends.
import { join } from 'node:path';
import { endWithParent } from './endWithParent.mjs';

process.chdir(join(import.meta.dirname, '..'));
if (process.env.npm_lifecycle_event) endWithParent();
await import('../server/messagingMain.ts');
