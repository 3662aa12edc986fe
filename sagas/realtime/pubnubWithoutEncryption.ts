/**
 * The SDK without its encryption. Webpack removes the encryption modules behind this file (`pubnubModules` in
 * webpack.config.ts).
 */
export { default } from 'pubnub';
