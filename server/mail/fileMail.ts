import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compose } from './compose.ts';
import type { MailSender } from './mail.ts';
import { ABOUT_HEADER, deleteMailsTo } from './mailFiles.ts';

/** Writes mail as `.eml` files instead of sending it. A retry replaces the first file. */
export function writeMailTo({
  directory,
  from,
  now,
}: {
  directory: string;
  from: string;
  now: () => Date;
}): MailSender {
  return {
    from,
    async send(mail) {
      const about = mail.about === undefined ? {} : { [ABOUT_HEADER]: mail.about };
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail(compose(mail, from, now(), about));
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      // Writes a temporary file first, so that no reader sees an incomplete mail.
      const temporary = join(directory, `${mail.id}.${process.pid}.part`);
      await writeFile(temporary, message as Buffer, { mode: 0o600 });
      await rename(temporary, join(directory, `${mail.id}.eml`));
      return `written to ${mail.id}.eml`;
    },
    deleteSentTo: (address) => deleteMailsTo(directory, address),
    stop() {},
  };
}
