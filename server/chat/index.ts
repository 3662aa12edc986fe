export { type ChatDeps, chatRoutes } from './chatRoutes.ts';
export { startDigests } from './sendDigests.ts';
