import type { Config } from 'jest';

const swc: [string, Record<string, unknown>] = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2024',
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
/** Jest is started from the project's root. */
const rootDir = process.cwd();
const common = {
  rootDir,
  // Looking up globals in the context of a test file is slow, so the most used ones are passed to each module.
  sandboxInjectedGlobals: ['Object', 'Array', 'Promise', 'JSON', 'Math', 'Error'] as const,
  transform: { '^.+\\.[cm]?[jt]sx?$': swc },
  transformIgnorePatterns: ['/node_modules/(?!(lodash-es|@redux-devtools|cborg)/)'],
  moduleNameMapper: {
    // The package has no entry point for require().
    '^cborg$': '<rootDir>/node_modules/cborg/cborg.js',
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.(css|woff2|svg)$': '<rootDir>/test/support/empty.cjs',
  },
};

const config: Config = {
  rootDir,
  maxWorkers: 2,
  projects: [
    {
      ...common,
      displayName: 'node',
      testEnvironment: '<rootDir>/test/support/nodeEnvironment.cjs',
      testMatch: ['<rootDir>/test/{contract,store,sagas,server,scripts,src/app/ports}/**/*.test.ts'],
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
