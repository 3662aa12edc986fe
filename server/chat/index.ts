export { type ChatDeps, chatRoutes } from './chatRoutes.ts';
export { mailRetryDelay, startDigests } from './sendDigests.ts';
