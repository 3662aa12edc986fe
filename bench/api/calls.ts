import type { Population } from './population.ts';

export interface Call {
  name: string;
  who: 'learner' | 'manager';
  method: 'GET' | 'PUT';
  path: string;
  body?: unknown;
}

/** The ten most used API calls: those of every start and those of the daily screens. */
export const callsOf = ({ programId, reportId, stepKey }: Population): Call[] => [
  { name: 'session', who: 'learner', method: 'GET', path: '/api/session' },
  { name: 'home, learner', who: 'learner', method: 'GET', path: '/api/home' },
  { name: 'home, manager', who: 'manager', method: 'GET', path: '/api/home' },
  { name: 'program list', who: 'learner', method: 'GET', path: '/api/programs' },
  { name: 'program', who: 'learner', method: 'GET', path: `/api/programs/${programId}` },
  {
    name: 'record a step',
    who: 'learner',
    method: 'PUT',
    path: `/api/programs/${programId}/steps/${stepKey}/record`,
    body: { done: true },
  },
  { name: 'progress details', who: 'learner', method: 'GET', path: `/api/programs/${programId}/why` },
  { name: 'objectives', who: 'learner', method: 'GET', path: '/api/objectives' },
  { name: 'team', who: 'manager', method: 'GET', path: '/api/team' },
  {
    name: 'program of a report',
    who: 'manager',
    method: 'GET',
    path: `/api/programs/${programId}/learners/${reportId}`,
  },
];
