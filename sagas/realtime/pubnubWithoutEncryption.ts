/** The SDK without its encryption, which webpack leaves out behind this file (`pubnubModules` in webpack.config.ts). */
export { default } from 'pubnub';
