/** Replaced by the bundler with a string, so that production builds contain no development code. */
declare const process: { env: { NODE_ENV?: string } };
/** Replaced by the bundler: whether this build contains the developer tools. */
declare const __DEVELOPER_TOOLS__: boolean;
