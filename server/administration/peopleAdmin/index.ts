export { changeDetails } from './changeDetails.ts';
export {
  type ChangeContext,
  changePerson,
  findEmergencyAdmin,
  hasAnotherAdmin,
} from './changePerson.ts';
export { invitePerson, resendInvitation, revokeInvitation } from './invitePerson.ts';
export { peopleAdminRoutes } from './peopleAdminRoutes.ts';
export { lockAccessRules } from './rules.ts';
