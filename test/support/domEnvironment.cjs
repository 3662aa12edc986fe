const { TestEnvironment } = require('jest-environment-jsdom');
require('./compiledModules.cjs');

// Adds web APIs that Node has and jsdom lacks. `Request` must accept relative URLs, as in a browser.
const NODE_APIS = [
  'TextEncoder',
  'TextDecoder',
  'fetch',
  'Response',
  'Headers',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'BroadcastChannel',
  'structuredClone',
  'AbortController',
  'AbortSignal',
  'FormData',
  'Blob',
  'File',
  'Uint8Array',
  'ArrayBuffer',
];

module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    const window = this.global;
    for (const name of NODE_APIS) window[name] = globalThis[name];
    Object.defineProperty(window.crypto, 'subtle', { value: globalThis.crypto.subtle });
    window.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
      }
    };
    // jsdom does not know this element, and React would warn about its name.
    const { createElement } = window.document;
    window.document.createElement = function create(name, ...options) {
      const element = createElement.call(this, name, ...options);
      if (element.localName === 'search') Object.setPrototypeOf(element, window.HTMLElement.prototype);
      return element;
    };
    window.matchMedia ??= (query) => ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    });
    window.Element.prototype.checkVisibility ??= () => true;
    window.Element.prototype.scrollIntoView ??= () => {};
    window.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
};
