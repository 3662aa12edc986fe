export { logoRoutes, publicLogoRoutes } from './logoRoutes.ts';
export { readSettings } from './settingsRepository.ts';
export { settingsRoutes } from './settingsRoutes.ts';
