import type { Population } from './population.ts';

export interface Call {
  name: string;
  who: 'learner' | 'manager';
  method: 'GET' | 'PUT';
  path: string;
  body?: unknown;
}

/** The ten calls that people cause most: what is asked at every start, and what the screens of each day ask. */
export const callsOf = ({ programId, reportId, stepKey }: Population): Call[] => [
  { name: 'who am I', who: 'learner', method: 'GET', path: '/api/session' },
  { name: 'home, learner', who: 'learner', method: 'GET', path: '/api/home' },
  { name: 'home, manager', who: 'manager', method: 'GET', path: '/api/home' },
  { name: 'my programs', who: 'learner', method: 'GET', path: '/api/programs' },
  { name: 'a program', who: 'learner', method: 'GET', path: `/api/programs/${programId}` },
  {
    name: 'record a step',
    who: 'learner',
    method: 'PUT',
    path: `/api/programs/${programId}/steps/${stepKey}/record`,
    body: { done: true },
  },
  { name: 'why this %', who: 'learner', method: 'GET', path: `/api/programs/${programId}/why` },
  { name: 'my objectives', who: 'learner', method: 'GET', path: '/api/objectives' },
  { name: 'my team', who: 'manager', method: 'GET', path: '/api/team' },
  {
    name: 'a report in a program',
    who: 'manager',
    method: 'GET',
    path: `/api/programs/${programId}/learners/${reportId}`,
  },
];
