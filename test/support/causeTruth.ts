import type { Cause } from '#store/devtools/recording.ts';
import type { Dispatches } from './sagaSources.ts';

/** One recorded action, with the facts that the test has seen without the recorder. */
export interface Witnessed {
  id: number;
  type: string;
  endpoint: string | null;
  requestId: string | null;
  cause: Cause;
  /** redux-saga marks every action that a saga puts. */
  isPut: boolean;
  /** It passed through the dispatch of the components, or belongs to a request that did. */
  isFromScreen: boolean;
}

/** Actions whose recorded cause is not the true one, with the reason. */
export function wrongCauses(actions: Witnessed[], sagas: Map<string, Dispatches>): string[] {
  const byId = new Map(actions.map((action) => [action.id, action]));
  const isBySaga = ({ cause, type, endpoint }: Witnessed) => {
    if (cause.by !== 'effect') return false;
    const dispatches = sagas.get(cause.saga);
    return endpoint ? dispatches?.endpoints.has(endpoint) : dispatches?.types.has(type);
  };
  const problemOf = (action: Witnessed): string | null => {
    const { cause, type, requestId, endpoint, isPut, isFromScreen } = action;
    const source = 'action' in cause ? byId.get(cause.action) : undefined;
    if (isPut) return isBySaga(action) ? null : 'a saga put it';
    if (type === 'navigation/locationChanged')
      return cause.by === 'screen' || isBySaga(action) ? null : 'the navigator dispatched it';
    if (isFromScreen && !requestId) return cause.by === 'screen' ? null : 'a component dispatched it';
    if (requestId && type.endsWith('/pending')) {
      if (isFromScreen) return cause.by === 'screen' ? null : 'a component started the request';
      if (cause.by === 'action') return source && isInvalidation(source) ? null : 'nothing was invalidated';
      return cause.by === 'request' || isBySaga(action) ? null : `no saga starts ${endpoint}`;
    }
    if (requestId && cause.by === 'request')
      return source?.requestId === requestId ? null : 'it belongs to another request';
    if (requestId) return type.endsWith('/rejected') ? null : 'it belongs to a request';
    return type.startsWith('api/') ? null : 'its cause is unknown';
  };
  return actions.flatMap((action) => {
    const problem = problemOf(action);
    return problem
      ? `#${action.id} ${action.type} (${action.endpoint}): ${problem}, not ${JSON.stringify(action.cause)}`
      : [];
  });
}

/** RTK Query fetches again after a mutation, after tags are invalidated and after the last of several requests. */
const isInvalidation = ({ type }: Witnessed) => /\/(fulfilled|rejected|invalidateTags)$/.test(type);
