const vm = require('node:vm');

// Jest compiles each module again for each test file. Here a module is compiled once per worker and then only run in the
// context of each test file. This also saves most of the garbage collection.
const { compileFunction } = vm;
const compiled = new Map();

vm.compileFunction = (source, parameters = [], options = {}) => {
  const { filename, parsingContext } = options;
  const start = `(function (${parameters.join()}) {`;
  let module = compiled.get(filename);
  if (module?.source !== source || module.start !== start) {
    // Jest resolves a dynamic import for one test file, so it compiles these modules itself.
    if (/\bimport\s*\(/.test(source)) return compileFunction(source, parameters, options);
    const script = new vm.Script(`${start}${source}\n})`, { filename, columnOffset: -start.length });
    module = { source, start, script };
    compiled.set(filename, module);
  }
  return module.script.runInContext(parsingContext);
};
