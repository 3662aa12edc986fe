export {
  createOrganisation,
  type FirstSignIn,
  type NewOrganisation,
  newOrganisationSchema,
  OrganisationError,
} from './createOrganisation.ts';
export { setupRoutes } from './setupRoutes.ts';
export { issueSetupAddress } from './setupTokens.ts';
