/**
 * A webpack loader that removes parts of a package that the product does not use and that the bundler cannot remove on its
 * own. `replacements` are pairs of a pattern and its replacement. A pattern that matches nothing fails the build, so that an
 * update of the package is noticed.
 */
module.exports = function trimSource(source) {
  return this.getOptions().replacements.reduce((trimmed, [pattern, replacement]) => {
    const next = trimmed.replace(pattern, replacement);
    if (next === trimmed) this.emitError(new Error(`${pattern} matches nothing in ${this.resourcePath}`));
    return next;
  }, source);
};
