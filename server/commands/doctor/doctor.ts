import { CommandError, callOf } from '#server/commands/support.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { plural } from '#server/formats.ts';
import { checkDatabase } from './database.ts';
import { type Finding, ok } from './finding.ts';
import { checkDataDirectory } from './machine.ts';
import { checkNats } from './nats.ts';
import { checkCertificates, checkMail, checkMessaging } from './network.ts';

const LABELS = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' };

/**
 * Checks everything that the server needs, prints what it has found, and ends with an error if there is a problem. It
 * changes nothing except that it creates a missing data directory.
 */
export async function run(args: string[]): Promise<void> {
  if (args.length > 0) throw new CommandError(`Call it without arguments: ${callOf('doctor')}`);
  const findings = await examine(process.env);
  for (const { level, part, text, fix } of findings)
    process.stdout.write(`${LABELS[level]}  ${part}: ${text}\n${fix ? `         → ${fix}\n` : ''}`);
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
  const [warnings, problems] = [count('warning'), count('problem')];
  process.stdout.write(
    `${problems} ${plural(problems, 'problem', 'problems')}, ${warnings} ${plural(warnings, 'warning', 'warnings')}\n`,
  );
  if (problems > 0) process.exitCode = 1;
}

/** All findings for an environment. */
export async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  const node = ok('Node', process.versions.node);
  try {
    const config = readConfig(env);
    const [database, mail, messaging, nats, certificates] = await Promise.all([
      checkDatabase(config),
      checkMail(config),
      checkMessaging(config),
      checkNats(config),
      checkCertificates(config),
    ]);
    return [
      node,
      ok('settings', `valid for the deployment '${config.deployment}'`),
      ...checkDataDirectory(config.dataDir),
      ...database,
      ...messaging,
      ...nats,
      mail,
      ...certificates,
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Each text says what to do. The other checks need valid settings.
    return [node, ...error.problems.map((text): Finding => ({ level: 'problem', part: 'settings', text }))];
  }
}
