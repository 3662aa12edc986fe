export { type PasskeyDeps, passkeyRoutes, publicPasskeyRoutes } from './passkeyRoutes.ts';
