/** Style sheets that screens import; the tests see them empty. */
declare module '*.css';
