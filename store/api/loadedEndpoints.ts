import { baseApi } from './baseApi.ts';

/**
 * The endpoints of some APIs, as far as screens have loaded them. The frame reads responses that a screen shows, without
 * loading the code of that screen.
 */
export const loadedEndpoints = <Apis extends { endpoints: object }>(): Partial<Apis['endpoints']> =>
  baseApi.endpoints as Partial<Apis['endpoints']>;
