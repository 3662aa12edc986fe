export { type Reports, startReports } from './reports.ts';
