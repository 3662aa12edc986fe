import { spawnSync } from 'node:child_process';
import { printFigure } from './support.ts';

/** The compiler itself finds no error in the programs that oxlint checks in `npm test` (decision 0143). */
const PROJECTS = ['tsconfig.json', 'server', 'test', 'bench', 'scripts'];

for (const project of PROJECTS) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@typescript/native/bin/tsc', '--project', project],
    { stdio: 'inherit' },
  );
  if (status !== 0) throw new Error(`The compiler found errors in ${project}.`);
}
printFigure(`${PROJECTS.length} programs without errors`);
