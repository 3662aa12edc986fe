/** Replaced by the bundler with a text, so that what is for development falls away in a production build. */
declare const process: { env: { NODE_ENV?: string } };
/** Replaced by the bundler: whether this build may hold what developers look into the application with. */
declare const __DEVELOPER_TOOLS__: boolean;
