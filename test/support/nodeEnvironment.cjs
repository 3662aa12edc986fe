const { readFileSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

// Each test file opens an embedded database of its own. While its program is held here, once for all files of a worker,
// V8 takes the machine code that it made for the first of them for all that follow.
const program = require.resolve('@electric-sql/pglite').replace(/[^/\\]+$/, 'pglite.wasm');
const held = WebAssembly.compile(readFileSync(program));

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    await held;
  }
};
