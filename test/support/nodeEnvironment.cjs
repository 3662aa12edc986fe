const { readFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');
require('./compiledModules.cjs');

// Each test file opens its own embedded database. Keeping the WebAssembly module here, once per worker, lets V8 reuse its
// compiled code for all test files.
const program = require.resolve('@electric-sql/pglite').replace(/[^/\\]+$/, 'pglite.wasm');
const compiled = WebAssembly.compile(readFileSync(program));

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    await compiled;
  }
};
