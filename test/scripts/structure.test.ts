import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const imports = (what: string) => `import { leaf } from '${what}';\nexport const user = leaf;\n`;

/** A small project that follows every rule. */
const valid: Record<string, string> = {
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
  'server/learning/programs/fine.ts':
    "import { user } from '#server/people/index.ts';\nexport const again = user;\n",
};

/** One violation of each rule. */
const violations: Record<string, { rule: string; files: Record<string, string> }> = {
  'the store in contract': {
    rule: 'contract-imports-nothing',
    files: { 'contract/violation.ts': imports('#store/leaf.ts') },
  },
  'sagas in the store': {
    rule: 'store-imports-contract',
    files: { 'store/violation.ts': imports('#sagas/leaf.ts') },
  },
  'a screen in sagas': {
    rule: 'sagas-imports-store-and-contract',
    files: { 'sagas/violation.ts': imports('#src/leaf.ts') },
  },
  'sagas in a screen': {
    rule: 'src-imports-store-and-contract',
    files: { 'src/home/violation.ts': imports('#sagas/leaf.ts') },
  },
  'the store in the server': {
    rule: 'server-imports-contract',
    files: { 'server/violation.ts': imports('#store/leaf.ts') },
  },
  'the server in messaging': {
    rule: 'messaging-is-independent',
    files: { 'server/messaging/violation.ts': imports('#server/db/leaf.ts') },
  },
  'an internal file of another domain': {
    rule: 'server-domains-import-by-index',
    files: { 'server/learning/programs/violation.ts': imports('#server/people/repository.ts') },
  },
  'the PubNub SDK in a screen': {
    rule: 'pubnub-only-in-adapters',
    files: { 'src/chat/violation.ts': "import PubNub from 'pubnub';\nexport const client = PubNub;\n" },
  },
  'untyped effects': {
    rule: 'typed-effects-only',
    files: {
      'sagas/chat/violation.ts': "import { put } from 'redux-saga/effects';\nexport const dispatch = put;\n",
    },
  },
  'confetti outside of src/app': {
    rule: 'confetti-only-in-app',
    files: {
      'src/celebration/violation.ts':
        "import confetti from 'canvas-confetti';\nexport const fire = confetti;\n",
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

/** Runs the project's rules on a small project. Returns each broken rule and its file. */
function rulesBroken(files: Record<string, string>) {
  const project = mkdtempSync(join(tmpdir(), 'trellis-structure-'));
  try {
    for (const shared of ['package.json', 'tsconfig.json']) cpSync(shared, join(project, shared));
    symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(project, dirname(file)), { recursive: true });
      writeFileSync(join(project, file), text);
    }
    const tool = join(process.cwd(), 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
    const rules = join(process.cwd(), 'scripts/dependency-cruiser.cjs');
    const { stdout } = spawnSync(
      process.execPath,
      [tool, '--config', rules, '--output-type', 'json', 'contract', 'store', 'sagas', 'src', 'server'],
      { cwd: project, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

describe('the import rules between the tiers', () => {
  const broken = rulesBroken(
    Object.assign({}, valid, ...Object.values(violations).map(({ files }) => files)),
  );

  it('allow the permitted imports', () => {
    expect(broken.filter(({ from }) => from in valid)).toEqual([]);
  });

  it.each(Object.entries(violations))('reject an import of %s', (_name, { rule, files }) => {
    expect(broken.filter(({ from }) => from in files)).toContainEqual(expect.objectContaining({ rule }));
  });
});
