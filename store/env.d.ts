/** Replaced by the bundler with a text, so that what is for development falls away in a production build. */
declare const process: { env: { NODE_ENV?: string } };
