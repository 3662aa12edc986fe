export {
  createOrganisation,
  type FirstSignIn,
  type NewOrganisation,
  newOrganisationSchema,
  OrganisationError,
} from './createOrganisation.ts';
