import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { createOrganisation, newOrganisationSchema, OrganisationRefused } from './organisations/index.ts';

/** `npm run organisation -- …`: founds an organisation and says how its first administrator signs in. */
const EXAMPLE = `npm run organisation -- --name 'Lark & Sons' --admin ada@lark.example --first-name Ada --last-name Lovelace`;
const USAGE = `To found an organisation, with the settings that the server is started with:
  ${EXAMPLE}
People whose address is at the administrator's domain sign in to it. If it has several domains, name each: --domain lark.example --domain lark.test`;

/** How whoever typed it calls what the schema calls by its path. */
const OPTION: Record<string, string> = {
  name: '--name',
  domains: '--domain',
  'admin.email': '--admin',
  'admin.firstName': '--first-name',
  'admin.lastName': '--last-name',
};
/** These say what can be mended; anything else is a fault of ours and shown with its stack. */
const CLEAR = new Set(['ConfigError', 'DatabaseAway', 'DirectoryInUse', 'OrganisationRefused']);

const text = { type: 'string' } as const;

function readArguments(args: string[]) {
  const parse = () =>
    parseArgs({
      args,
      options: {
        name: text,
        admin: text,
        'first-name': text,
        'last-name': text,
        domain: { type: 'string', multiple: true },
      },
    }).values;
  let given: ReturnType<typeof parse>;
  try {
    given = parse();
  } catch (error) {
    throw new OrganisationRefused(`${(error as Error).message}\n${USAGE}`);
  }
  const { name = '', admin: email = '', domain } = given;
  const parsed = newOrganisationSchema.safeParse({
    name,
    domains: domain ?? [email.slice(email.lastIndexOf('@') + 1)],
    admin: { email, firstName: given['first-name'] ?? '', lastName: given['last-name'] ?? '' },
  });
  if (parsed.success) return parsed.data;
  const problems = new Map(
    parsed.error.issues.map(({ path, message }) => {
      const option = OPTION[path.filter((part) => typeof part === 'string').join('.')] ?? '';
      return [option, `${option} ${message}`];
    }),
  );
  // Without one of its own, the domain is the address's: that is what has to be mended.
  if (!domain) problems.delete('--domain');
  throw new OrganisationRefused(`${[...problems.values()].join('\n')}\n${USAGE}`);
}

async function main(): Promise<void> {
  const wanted = readArguments(process.argv.slice(2));
  const { databaseUrl, dataDir, publicUrl } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what} …\n`),
  );
  try {
    await migrate(database.pool);
    const { email, password } = await createOrganisation(database.pool, wanted, new Date());
    process.stdout.write(
      `${wanted.name} is there. Its administrator signs in\n  at        ${publicUrl}/login\n  as        ${email}\n  password  ${password}\nNote the password: it is shown this once.\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${CLEAR.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
