import { createApi } from '@reduxjs/toolkit/query/react';
import { refreshingBaseQuery } from './baseQuery.ts';
import type { ApiPorts } from './ports.ts';
import { contractBroken } from './problemOf.ts';
import { savedResponseRestored } from './savedResponseRestored.ts';

/** The one API slice. Domains add their endpoints with `injectEndpoints` in store/<domain>/<domain>Api.ts. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: refreshingBaseQuery,
  tagTypes: [
    'Program',
    'ProgramList',
    'LearnerProgram',
    'Home',
    'Team',
    'Profile',
    'Propensity',
    'People',
    'Admin',
    'AdminPeople',
    'BulkChange',
    'AdminPerson',
    'PeopleImport',
    'Audit',
    'Department',
    'DepartmentPage',
    'Settings',
    'SignOn',
    'Directory',
    'Webhook',
    'Content',
    'AuthoredTopic',
    'ManagedPrograms',
    'ProgramSetup',
    'JoinRequests',
    'Objective',
    'Coaching',
    'Calendar',
    'CoachingRoom',
    'Participation',
    'Person',
    'Visibility',
    'Topic',
    'Goals',
    'Why',
    'Device',
    'DataRequest',
    'Passkey',
    'CheckIn',
    'TeamCheckIn',
    'Survey',
    'Insights',
  ],
  /**
   * Restores no tags, because the next response has them. The return type is explicit, because the type of the state
   * would refer to itself here.
   */
  extractRehydrationInfo: (action): undefined =>
    savedResponseRestored.match(action)
      ? ({ queries: { [action.payload.key]: action.payload.query }, mutations: {}, provided: {} } as never)
      : undefined,
  // A response that does not match its schema is an ordinary error, so that a screen can show it and offer a retry.
  catchSchemaFailure: () => contractBroken,
  onSchemaFailure: (error, { endpoint }) => schemaFailures.report?.(error, `answer of ${endpoint}`),
  endpoints: () => ({}),
});

/** Set once by createAppStore, because RTK passes no ports to onSchemaFailure. */
export const schemaFailures: { report: ApiPorts['reportError'] | null } = { report: null };
