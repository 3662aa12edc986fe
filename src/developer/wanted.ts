const KEY = 'trellis.devtools';

/**
 * Whether to load the developer tools: the extension is installed, or the address in this tab has or had `?devtools`.
 * `?devtools=off` switches them off. Part of the first load, so it is kept small.
 */
export function wantsDeveloperTools(view: Window): boolean {
  const { location, sessionStorage } = view;
  const parameter = new URLSearchParams(location.search).get('devtools');
  if (parameter === 'off') sessionStorage.removeItem(KEY);
  else if (parameter !== null) sessionStorage.setItem(KEY, 'on');
  return '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in view || wantsPanel(sessionStorage);
}
export const wantsPanel = (storage: Storage) => storage.getItem(KEY) === 'on';
