import { parseArgs } from 'node:util';
import {
  createOrganisation,
  newOrganisationSchema,
  OrganisationError,
} from '#server/access/organisations/index.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';

/** `npm run organisation -- …` creates an organisation and prints how its first administrator signs in. */
const EXAMPLE = `npm run organisation -- --name 'Lark & Sons' --admin ada@lark.example --first-name Ada --last-name Lovelace`;
const USAGE = `Creates an organisation. Use the settings of the server:
  ${EXAMPLE}
People with an email address at the administrator's domain sign in to it. If there are several domains, give each one:
  --domain lark.example --domain lark.test`;

/** The command-line option for each field of the schema. */
const OPTION: Record<string, string> = {
  name: '--name',
  domains: '--domain',
  'admin.email': '--admin',
  'admin.firstName': '--first-name',
  'admin.lastName': '--last-name',
};
/** Errors whose message says what to do. Any other error is a bug and is printed with its stack. */
const USER_ERRORS = new Set(['ConfigError', 'DatabaseUnavailable', 'DirectoryInUse', 'OrganisationError']);

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
    throw new OrganisationError(`${(error as Error).message}\n${USAGE}`);
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
  // Without --domain, the domain comes from the email address, so the error names the email address.
  if (!domain) problems.delete('--domain');
  throw new OrganisationError(`${[...problems.values()].join('\n')}\n${USAGE}`);
}

async function main(): Promise<void> {
  const organisation = readArguments(process.argv.slice(2));
  const { databaseUrl, dataDir, publicUrl } = readConfig(process.env);
  const database = await openDatabase(
    databaseUrl ? { url: databaseUrl } : { directory: `${dataDir}/database` },
    (what) => process.stderr.write(`Waiting for ${what}…\n`),
  );
  try {
    await migrate(database.pool);
    const { email, password } = await createOrganisation(database.pool, organisation, new Date());
    process.stdout.write(
      `${organisation.name} was created. Its administrator can sign in:\n  URL       ${publicUrl}/login\n  email     ${email}\n  password  ${password}\nSave the password now. It is shown only once.\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${USER_ERRORS.has(error.name) ? error.message : (error.stack ?? String(error))}\n`);
  process.exitCode = 1;
});
