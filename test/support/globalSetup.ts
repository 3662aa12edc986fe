import { startSharedPostgres } from './sharedPostgres.ts';

/** Runs before the first Jest test. */
export default () => startSharedPostgres();
