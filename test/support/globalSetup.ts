export { startSharedPostgres as default } from './sharedPostgres.ts';
