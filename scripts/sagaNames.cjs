/**
 * A webpack loader for sagas/: keeps the names of sagas, which minification would remove, because traces and error reports
 * show them.
 */
const SAGA = /^(?:export )?function\* (\w+)/gm;

module.exports = function sagaNames(source) {
  const names = [...source.matchAll(SAGA)].map(([, name]) => name);
  return (
    source + names.map((name) => `\nObject.defineProperty(${name}, 'name', { value: '${name}' });`).join('')
  );
};
