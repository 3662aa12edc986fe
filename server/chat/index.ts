export { type ChatDeps, chatRoutes } from './chatRoutes.ts';
export { closePostsTo } from './unreadPosts.ts';
