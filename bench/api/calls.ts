import type { Population } from './population.ts';

export interface Call {
  name: string;
  who: 'learner' | 'manager' | 'admin';
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
}

/** BENCH_CALL='^(session|team)' runs only the calls whose name matches. */
export const callsOf = (population: Population): Call[] =>
  allCalls(population).filter(({ name }) => new RegExp(process.env.BENCH_CALL ?? '').test(name));

/**
 * The most used API calls: start of the application, daily screens, chat, search, and the administrators' table of people.
 */
const allCalls = ({ programId, reportId, stepKey, departmentId }: Population): Call[] => [
  { name: 'session', who: 'learner', method: 'GET', path: '/api/session' },
  { name: 'home, learner', who: 'learner', method: 'GET', path: '/api/home' },
  { name: 'home, manager', who: 'manager', method: 'GET', path: '/api/home' },
  { name: 'home, administrator', who: 'admin', method: 'GET', path: '/api/home' },
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
  {
    name: 'start a conversation',
    who: 'manager',
    method: 'POST',
    path: '/api/conversations',
    body: { peerId: reportId },
  },
  // A search text that matches every person in the organisation.
  { name: 'search', who: 'manager', method: 'GET', path: '/api/search?q=first' },
  { name: 'search, one person', who: 'manager', method: 'GET', path: '/api/search?q=last%2047' },
  ...Object.entries({
    people: '',
    'people, search': '?search=first4',
    'people, department': `?department=${departmentId}`,
    'people, managers': '?role=manager',
    'people, no profile': '?status=without-profile',
    'people, by department': '?sort=department',
    'people, by manager': '?sort=manager',
    'people, by activity': '?sort=activity',
  }).map(([name, query]): Call => ({ name, who: 'admin', method: 'GET', path: `/api/admin/people${query}` })),
];
