export { directoryAdminRoutes } from './directoryAdminRoutes.ts';
export { directoryCleanUp, keepError } from './errors.ts';
export { createGroup } from './groups.ts';
export { SCIM_PATH, scimRoutes } from './scimRoutes.ts';
export { authenticateDirectory, createToken } from './tokens.ts';
export { createUser, type DirectoryContext } from './users.ts';
