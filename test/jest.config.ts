import type { Config } from 'jest';

/** Large packages that few test files use: they are loaded when they are first used. */
const LARGE = ['@simplewebauthn/server', 'pubnub', 'nodemailer', 'prom-client'];

const swc: [string, Record<string, unknown>] = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2024',
    },
    module: { type: 'commonjs', lazy: LARGE },
    sourceMaps: 'inline',
  },
];
/** `npm run test:hard` also runs the tests in `test/hard`. */
const hard = process.env.HARD ? ',hard' : '';
/** Jest is started from the project's root. */
const rootDir = process.cwd();
const common = {
  rootDir,
  // Looking up globals in the context of a test file is slow, so the most used ones are passed to each module.
  sandboxInjectedGlobals: ['Object', 'Array', 'Promise', 'JSON', 'Math', 'Error'] as const,
  transform: {
    'fastify/lib/plugin-utils\\.js$': '<rootDir>/test/support/fastifyPluginNames.cjs',
    '^.+\\.[cm]?[jt]sx?$': swc,
  },
  transformIgnorePatterns: ['/node_modules/(?!(lodash-es|@redux-devtools|cborg)/|fastify/lib/plugin-utils)'],
  moduleNameMapper: {
    // The package has no entry point for require().
    '^cborg$': '<rootDir>/node_modules/cborg/cborg.js',
    // It declares a name that sandboxInjectedGlobals passes to each module.
    '^readable-stream$': '<rootDir>/test/support/readableStream.cjs',
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.(css|woff2|svg)$': '<rootDir>/test/support/empty.cjs',
  },
};

const config: Config = {
  rootDir,
  cacheDirectory: '<rootDir>/.cache/jest',
  maxWorkers: 2,
  // The first test of a file also loads its modules, which takes long on a busy machine.
  testTimeout: 60_000,
  // Data that test files leave behind fills the memory of a worker, and makes later files up to three times slower.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...common,
      displayName: 'node',
      globalSetup: '<rootDir>/test/support/globalSetup.ts',
      globalTeardown: '<rootDir>/test/support/globalTeardown.ts',
      testEnvironment: '<rootDir>/test/support/nodeEnvironment.cjs',
      testMatch: [
        `<rootDir>/test/{contract,store,sagas,examples,server,scripts,src/app/ports${hard}}/**/*.test.ts`,
      ],
    },
    {
      ...common,
      displayName: 'dom',
      testEnvironment: '<rootDir>/test/support/domEnvironment.cjs',
      testMatch: ['<rootDir>/test/src/**/*.test.ts?(x)'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/src/app/ports/'],
      setupFilesAfterEnv: ['<rootDir>/test/support/dom.ts'],
    },
  ],
};
export default config;
