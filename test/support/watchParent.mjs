import { isMainThread } from 'node:worker_threads';
import { endWithParent } from '#scripts/endWithParent.mjs';

// Loaded into each server that a test starts, so that it ends when the test process is killed.
if (isMainThread) endWithParent();
