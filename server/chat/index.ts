export { type ChatDeps, chatRoutes } from './chatRoutes.ts';
export { startDigests, waitAfterMail } from './sendDigests.ts';
