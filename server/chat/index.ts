export { type ChatDeps, chatRoutes } from './chatRoutes.ts';
export { noticeHours } from './quietHours.ts';
export { startDigests } from './sendDigests.ts';
