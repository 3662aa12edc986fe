import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { AccountLinks } from '#server/access/accountLinks/index.ts';
import type { Audit } from '#server/administration/audit/index.ts';
import type { Jobs } from '#server/jobs/index.ts';
import type { MailSender } from '#server/mail/index.ts';
import type { Realtime } from '#server/realtime/index.ts';

export interface PersonalDataDeps {
  pool: Pool;
  realtime: Pick<Realtime, 'channelsOf' | 'history' | 'deleteMessages' | 'forget' | 'revoke'>;
  mail: Pick<MailSender, 'send' | 'deleteSentTo'>;
  audit: Audit;
  accountLinks: AccountLinks;
  jobs: Pick<Jobs, 'register' | 'schedule' | 'enqueue'>;
  /** The key of the installation, for finding a person's confidential answers. */
  refreshKey: Buffer;
  publicOrigin: string;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  wakeOutbox: () => void;
  onSessionEnd: () => void;
}
