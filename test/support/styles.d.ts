/** Style sheets that screens import are empty in tests. */
declare module '*.css';
