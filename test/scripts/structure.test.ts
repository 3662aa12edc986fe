import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const imports = (what: string) => `import { leaf } from '${what}';\nexport const user = leaf;\n`;

/** A small house with every kind of thing in its place … */
const sound: Record<string, string> = {
  'contract/leaf.ts': 'export const leaf = 1;\n',
  'store/leaf.ts': 'export const leaf = 1;\n',
  'sagas/leaf.ts': 'export const leaf = 1;\n',
  'src/leaf.ts': 'export const leaf = 1;\n',
  'server/db/leaf.ts': 'export const leaf = 1;\n',
  'server/people/repository.ts': 'export const leaf = 1;\n',
  'store/fine.ts': imports('#contract/leaf.ts'),
  'sagas/fine.ts': imports('#store/leaf.ts'),
  'src/fine.ts': imports('#store/leaf.ts'),
  'server/people/index.ts': imports('#contract/leaf.ts'),
  'server/programs/fine.ts': "import { user } from '#server/people/index.ts';\nexport const again = user;\n",
};

/** … and one planted breach of each wall. */
const breaches: Record<string, { rule: string; files: Record<string, string> }> = {
  'contract from store': {
    rule: 'contract-imports-nothing',
    files: { 'contract/breach.ts': imports('#store/leaf.ts') },
  },
  'store from sagas': {
    rule: 'store-imports-contract',
    files: { 'store/breach.ts': imports('#sagas/leaf.ts') },
  },
  'sagas from a screen': {
    rule: 'sagas-imports-store-and-contract',
    files: { 'sagas/breach.ts': imports('#src/leaf.ts') },
  },
  'a screen from sagas': {
    rule: 'src-imports-store-and-contract',
    files: { 'src/home/breach.ts': imports('#sagas/leaf.ts') },
  },
  'the server from store': {
    rule: 'server-imports-contract',
    files: { 'server/breach.ts': imports('#store/leaf.ts') },
  },
  'messaging from the server': {
    rule: 'messaging-stands-alone',
    files: { 'server/messaging/breach.ts': imports('#server/db/leaf.ts') },
  },
  'a domain past the index of another': {
    rule: 'server-domains-meet-at-their-index',
    files: { 'server/programs/breach.ts': imports('#server/people/repository.ts') },
  },
  'the SDK from a screen': {
    rule: 'only-the-adapters-know-pubnub',
    files: { 'src/chat/breach.ts': "import PubNub from 'pubnub';\nexport const client = PubNub;\n" },
  },
  'raw effects': {
    rule: 'effects-are-typed',
    files: { 'sagas/chat/breach.ts': "import { put } from 'redux-saga/effects';\nexport const say = put;\n" },
  },
  'confetti outside the app': {
    rule: 'confetti-has-one-home',
    files: {
      'src/celebration/breach.ts': "import confetti from 'canvas-confetti';\nexport const fire = confetti;\n",
    },
  },
  'a cycle': {
    rule: 'no-cycles',
    files: {
      'store/one.ts': "import { two } from './two.ts';\nexport const one = (): number => two();\n",
      'store/two.ts': "import { one } from './one.ts';\nexport const two = (): number => one();\n",
    },
  },
};

/** What the rules of the real house say of a small one: the name of each broken rule and the file that broke it. */
function rulesBroken(files: Record<string, string>) {
  const house = mkdtempSync(join(tmpdir(), 'trellis-house-'));
  try {
    for (const shared of ['package.json', 'tsconfig.json']) cpSync(shared, join(house, shared));
    symlinkSync(join(process.cwd(), 'node_modules'), join(house, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(house, dirname(file)), { recursive: true });
      writeFileSync(join(house, file), text);
    }
    const tool = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const rules = join(process.cwd(), 'scripts/dependency-cruiser.cjs');
    const { stdout } = spawnSync(
      process.execPath,
      [tool, '--config', rules, '--output-type', 'json', 'contract', 'store', 'sagas', 'src', 'server'],
      { cwd: house, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

describe('the walls between the tiers', () => {
  const broken = rulesBroken(Object.assign({}, sound, ...Object.values(breaches).map(({ files }) => files)));

  it('let the allowed directions through', () => {
    expect(broken.filter(({ from }) => from in sound)).toEqual([]);
  });

  it.each(Object.entries(breaches))('stop %s', (_name, { rule, files }) => {
    expect(broken.filter(({ from }) => from in files)).toContainEqual(expect.objectContaining({ rule }));
  });
});
