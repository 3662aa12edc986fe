import { isMainThread } from 'node:worker_threads';
import { endWithParent } from '../../scripts/endWithParent.mjs';

// Loaded first into each server that a test starts: a worker of the tests that is killed leaves none behind.
if (isMainThread) endWithParent();
