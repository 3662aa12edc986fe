import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address } from 'postal-mime';

const SHOWN = 100;
/** Present in stored mails only. */
export const ABOUT_HEADER = 'X-About';
const NAME = /^([a-z0-9]{16})\.eml$/;

export interface StoredMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  date: Date;
  messageId: string;
  text: string;
  html: string;
  about: string | null;
}

async function listIds(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // no mail yet
    throw error;
  });
  return names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
}

/**
 * Deletes mails to an address, and mails about the person with this address. Each file is read, because only the file
 * contains this information.
 */
export async function deleteMailsTo(directory: string, address: string): Promise<void> {
  for (const id of await listIds(directory)) {
    const mail = await readMail(directory, id);
    if (mail?.to.includes(`<${address}>`) || mail?.to === address || mail?.about === address)
      await rm(join(directory, `${id}.eml`), { force: true });
  }
}

/** The newest stored mails, newest first. */
export async function listMails(directory: string): Promise<StoredMail[]> {
  const ids = await listIds(directory);
  const written = await Promise.all(
    ids.map(async (id) => ({ id, at: (await stat(join(directory, `${id}.eml`))).mtimeMs })),
  );
  const newest = written.sort((a, b) => b.at - a.at).slice(0, SHOWN);
  const mails = await Promise.all(newest.map(({ id }) => readMail(directory, id)));
  return mails.filter((mail) => mail !== null);
}

/** One stored mail; null when it does not exist or the id is not valid. */
export async function readMail(directory: string, id: string): Promise<StoredMail | null> {
  if (!NAME.test(`${id}.eml`)) return null;
  const file = join(directory, `${id}.eml`);
  try {
    const [bytes, { mtime }, { default: PostalMime }] = await Promise.all([
      readFile(file),
      stat(file),
      import('postal-mime'), // only a local deployment reads mail
    ]);
    const { from, to, subject, text, html, messageId, headers } = await PostalMime.parse(bytes);
    return {
      id,
      from: addressOf(from),
      to: (to ?? []).map((one) => addressOf(one)).join(', '),
      subject: subject ?? '',
      date: mtime,
      messageId: messageId ?? '',
      text: text ?? '',
      html: html ?? '',
      about: headers.find(({ key }) => key === ABOUT_HEADER.toLowerCase())?.value ?? null,
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const addressOf = (party?: Address) =>
  party?.name ? `${party.name} <${party.address ?? ''}>` : (party?.address ?? '');
