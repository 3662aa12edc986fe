// `npm run messaging`: the messaging service alone, which ends with the npm that started it.
import { join } from 'node:path';
import { endWithParent } from './endWithParent.mjs';

process.chdir(join(import.meta.dirname, '..'));
if (process.env.npm_lifecycle_event) endWithParent();
await import('../server/messagingMain.ts');
