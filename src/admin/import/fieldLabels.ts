import type { ImportField } from '#contract/administration/import.ts';

export const fieldLabels: Record<ImportField, string> = {
  emailAddress: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Job title',
  department: 'Department (path)',
  manager: 'Manager (email)',
  timeZone: 'Time zone',
  isAdmin: 'Administrator (yes or no)',
};
