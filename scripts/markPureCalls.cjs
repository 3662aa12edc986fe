/**
 * A webpack loader for packages that create components at import time without marking the calls as pure: without the
 * marks the bundler keeps components that nothing uses.
 */
module.exports = (source) =>
  source
    .replace(/= (React\d*\.(?:forwardRef|createContext|memo|lazy)\()/g, '= /*#__PURE__*/ $1')
    .replace(/^\w+\.displayName = "\w+";$/gm, '');
