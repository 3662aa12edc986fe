import { prepare } from '#server/db/prepare.ts';
import { plural } from '#server/formats.ts';
import { withDatabase } from './support.ts';

/** Checks and updates the database as a start does, so that the next start finds it ready. */
export const run = () =>
  withDatabase(async (database, config) => {
    const warn = (text: string) => void process.stderr.write(`${text}\n`);
    const applied = await prepare(database, config, { warn });
    for (const name of applied) process.stdout.write(`${name}\n`);
    process.stdout.write(
      applied.length === 0
        ? 'The database is up to date.\n'
        : `The database is up to date after ${applied.length} ${plural(applied.length, 'migration', 'migrations')}.\n`,
    );
  });
