/**
 * A webpack loader for contract/: marks the calls that build a schema as free of side effects, so that a bundle contains only
 * the schemas it uses. Each file describes both directions of a call, and only the server checks requests.
 */
const BUILDS_SCHEMA =
  /(?<![\w.$])(?:z\s*\.\s*(?!parse|safeParse)(?:iso\.)?\w+|(?:singleLine|multiLine|untrimmed)Text)\(/g;

module.exports = function pureSchemas(source) {
  return source.replace(BUILDS_SCHEMA, '/*#__PURE__*/ $&');
};
