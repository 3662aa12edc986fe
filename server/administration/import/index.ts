export { importRoutes } from './importRoutes.ts';
export { importCleanUp } from './importsRepository.ts';
