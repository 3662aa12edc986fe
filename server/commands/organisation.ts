import { parseArgs } from 'node:util';
import {
  createOrganisation,
  newOrganisationSchema,
  OrganisationError,
} from '#server/access/organisations/index.ts';
import { callOf, withMigratedDatabase } from './support.ts';

const example = () =>
  `${callOf('organisation')} --name 'Lark & Sons' --admin ada@lark.example --first-name Ada --last-name Lovelace`;
const usage = () => `Creates an organisation. Use the settings of the server:
  ${example()}
People with an email address at the administrator's domain sign in to it. If there are several domains, give each one:
  --domain lark.example --domain lark.test
Times are shown in UTC until people or the organisation choose a time zone, unless you give one:
  --time-zone Europe/Zurich`;

/** The command-line option for each field of the schema. */
const OPTION: Record<string, string> = {
  name: '--name',
  domains: '--domain',
  'admin.email': '--admin',
  'admin.firstName': '--first-name',
  'admin.lastName': '--last-name',
  timeZone: '--time-zone',
};
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
        'time-zone': text,
      },
    }).values;
  let given: ReturnType<typeof parse>;
  try {
    given = parse();
  } catch (error) {
    throw new OrganisationError(`${(error as Error).message}\n${usage()}`);
  }
  const { name = '', admin: email = '', domain } = given;
  const parsed = newOrganisationSchema.safeParse({
    name,
    domains: domain ?? [email.slice(email.lastIndexOf('@') + 1)],
    admin: { email, firstName: given['first-name'] ?? '', lastName: given['last-name'] ?? '' },
    timeZone: given['time-zone'],
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
  throw new OrganisationError(`${[...problems.values()].join('\n')}\n${usage()}`);
}

/** Creates an organisation and prints how its first administrator signs in. */
export async function run(args: string[]): Promise<void> {
  const organisation = readArguments(args);
  await withMigratedDatabase(async ({ pool }, { publicUrl }) => {
    const { email, password } = await createOrganisation(pool, organisation, new Date());
    process.stdout.write(
      `${organisation.name} was created. Its administrator can sign in:\n  URL       ${publicUrl}/login\n  email     ${email}\n  password  ${password}\nSave the password now. It is shown only once.\n`,
    );
  });
}
