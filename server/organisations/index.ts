export {
  createOrganisation,
  type FirstSignIn,
  type NewOrganisation,
  newOrganisationSchema,
  OrganisationRefused,
} from './createOrganisation.ts';
