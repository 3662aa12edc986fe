const { TestEnvironment } = require('jest-environment-jsdom');

// jsdom's window lacks parts of the web platform that Node has; Request must take relative addresses as in a browser.
const LENT = [
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
    for (const name of LENT) window[name] = globalThis[name];
    window.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, window.location.href) : input, init);
      }
    };
    // An element without properties of its own, which jsdom does not know yet: React would warn of a misspelt name.
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
    window.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  }
};
