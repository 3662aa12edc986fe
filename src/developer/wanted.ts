const KEY = 'trellis.devtools';

/**
 * Whether this page shall be looked into: the extension is there, the address asks with `?devtools`, or it has asked in
 * this tab before. `?devtools=off` ends it. Part of the first load, so it does no more than look.
 */
export function wantsDeveloperTools(view: Window): boolean {
  const { location, sessionStorage } = view;
  const asked = new URLSearchParams(location.search).get('devtools');
  if (asked === 'off') sessionStorage.removeItem(KEY);
  else if (asked !== null) sessionStorage.setItem(KEY, 'on');
  return '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in view || wantsPanel(sessionStorage);
}
export const wantsPanel = (storage: Storage) => storage.getItem(KEY) === 'on';
