import { enableEncryption, replaceKey } from '#server/messagingConfig/index.ts';
import { CommandError, callOf, withMigratedDatabase } from './support.ts';

const NEW_KEY = '--new-key';
const usage =
  () => `Turns on chat encryption for the organisation with an email domain. Use the settings of the server:
  ${callOf('encryption')} company.example
Encrypts new messages with another key; older messages stay readable:
  ${callOf('encryption')} company.example ${NEW_KEY}`;

/** Switches on chat encryption for an organisation, or replaces its key. */
export async function run([domain, option, ...rest]: string[]): Promise<void> {
  if (!domain || domain.startsWith('-') || (option ?? NEW_KEY) !== NEW_KEY || rest.length > 0)
    throw new CommandError(usage());
  const change = option === NEW_KEY ? replaceKey : enableEncryption;
  await withMigratedDatabase(async ({ pool }) => {
    process.stdout.write(`${await change(pool, domain.toLowerCase())}\n`);
  });
}
