import { randomUUID } from 'node:crypto';
import type { AccessManager, Keys } from '../access/accessManager.ts';
import { BIT, type Bit } from '../access/permissions.ts';
import { detailedRefusal, json } from '../http/answer.ts';
import { type Call, isRecord, readCount, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { isChannelName } from '../messages/names.ts';
import type { FileStore } from './fileStore.ts';
import { readForm } from './multipart.ts';
import { makeTicket, readTicket } from './uploadTicket.ts';

const FILE_MAX_BYTES = 5 * 1024 * 1024;
const FORM_MAX_BYTES = FILE_MAX_BYTES + 64 * 1024;
const TICKET_MS = 60_000;
const NAME_MAX_LENGTH = 200;
const LIST_MAX = 100;
const ID = /^[0-9a-f-]{36}$/;
/** What a browser would run if it were opened from here. */
const ACTIVE_TYPE = /html|svg|xml|javascript|ecmascript/i;
const TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;
const ANY_TYPE = 'application/octet-stream';
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  webm: 'video/webm',
  mp4: 'video/mp4',
};

export interface FileRoutesOptions {
  access: AccessManager;
  keys: Keys;
  files: FileStore;
  now: () => number;
}

const refuse = (status: number, message: string, location?: string) =>
  detailedRefusal(status, 'files', message, location ? [{ message, location }] : []);
const notFound = () => refuse(404, 'File not found');

/** Files on channels: an address to bring one to, the bytes, a list, and away again. */
export function fileRoutes({ access, keys, files, now }: FileRoutesOptions): Route[] {
  const demand = (call: Call, subscribeKey: string, channel: string, bit: Bit) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw refuse(400, 'Invalid channel', 'channel');
    access.demand(access.identify(call), bit, { channels: [channel] });
  };

  const askForUpload = (call: Call, subscribeKey: string, channel: string) => {
    demand(call, subscribeKey, channel, BIT.write);
    const body = readJson(call.body.toString('utf8'), () => refuse(400, 'Invalid JSON', 'body'));
    const name = isRecord(body) ? body.name : undefined;
    if (typeof name !== 'string' || !isFileName(name)) throw refuse(400, 'Invalid file name', 'name');
    const id = randomUUID();
    const expiresAt = now() + TICKET_MS;
    const ticket = makeTicket({ channel, id, name, expiresAt }, keys.secretKey);
    return json({
      status: 200,
      data: { id, name },
      file_upload_request: {
        url: `${originOf(call)}/v1/files/${encodeURIComponent(subscribeKey)}/upload`,
        method: 'POST',
        expiration_date: new Date(expiresAt).toISOString(),
        form_fields: [
          { key: 'ticket', value: ticket },
          { key: 'Content-Type', value: typeByName(name) },
        ],
      },
    });
  };

  const upload = async (call: Call, subscribeKey: string) => {
    access.demandSubscribeKey(subscribeKey);
    const form = readForm(call.body, call.contentType);
    if (!form?.file) throw refuse(400, 'A form with a file is expected', 'body');
    const ticket = readTicket(form.fields.get('ticket') ?? '', keys.secretKey);
    if (!ticket || ticket.expiresAt < now()) throw refuse(403, 'The upload address has expired');
    const { bytes } = form.file;
    if (bytes.length > FILE_MAX_BYTES)
      throw refuse(413, 'Your proposed upload exceeds the maximum allowed size');
    const type = typeOf(form.file.type, form.fields.get('Content-Type') ?? '');
    if (ACTIVE_TYPE.test(type)) throw refuse(415, 'Files of this type are not taken');
    await files.put(ticket.channel, { id: ticket.id, name: ticket.name, type, bytes }, new Date(now()));
    // Clients take nothing else than 204 for success.
    return { status: 204, body: '' };
  };

  const list = async (call: Call, subscribeKey: string, channel: string) => {
    demand(call, subscribeKey, channel, BIT.read);
    const limit = readCount(call.query.get('limit'), { fallback: LIST_MAX, max: LIST_MAX, min: 1 }, () =>
      refuse(400, 'Invalid limit', 'limit'),
    );
    const after = call.query.get('next') ?? '';
    if (after !== '' && !ID.test(after)) throw refuse(400, 'Invalid cursor', 'next');
    const found = await files.list(channel, after, limit);
    const data = found.map(({ id, name, size, created }) => ({
      name,
      id,
      size,
      created: new Date(created).toISOString(),
    }));
    const last = found[found.length - 1];
    return json({
      status: 200,
      data,
      next: found.length === limit && last ? last.id : null,
      count: data.length,
    });
  };

  const download = async (call: Call, subscribeKey: string, channel: string, id: string, name: string) => {
    demand(call, subscribeKey, channel, BIT.read);
    const file = ID.test(id) ? await files.find(channel, id, name) : undefined;
    if (!file) throw notFound();
    return {
      status: 200,
      body: await files.read(file),
      type: file.type,
      headers: {
        // Whatever it says it is: nothing of it runs on this origin.
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    };
  };

  const remove = async (call: Call, subscribeKey: string, channel: string, id: string, name: string) => {
    demand(call, subscribeKey, channel, BIT.delete);
    const file = ID.test(id) ? await files.find(channel, id, name) : undefined;
    if (!file) throw notFound();
    await files.remove(channel, file);
    return json({ status: 200 });
  };

  const base = '/v1/files/:/channels/:';
  return [
    { method: 'POST', path: `${base}/generate-upload-url`, handle: askForUpload },
    { method: 'POST', path: '/v1/files/:/upload', handle: upload, bodyLimit: FORM_MAX_BYTES },
    { method: 'GET', path: `${base}/files`, handle: list },
    { method: 'GET', path: `${base}/files/:/:`, handle: download },
    { method: 'DELETE', path: `${base}/files/:/:`, handle: remove },
  ];
}

/** Browsers say in the file's own part what it is; clients that do not know send back what they were told. */
function typeOf(ofPart: string, ofField: string): string {
  const [part = '', field = ''] = [ofPart, ofField].map((type) => type.split(';')[0]?.trim());
  if (TYPE.test(part) && part !== ANY_TYPE) return part;
  return TYPE.test(field) ? field : ANY_TYPE;
}

const typeByName = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? ANY_TYPE;

const isFileName = (name: string): boolean =>
  name.length > 0 && name.length <= NAME_MAX_LENGTH && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name);

/** Where the client has reached us, so that the upload goes the same way. */
function originOf({ headers }: Call): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const host =
    typeof headers.host === 'string' && /^[\w.:[\]-]+$/.test(headers.host) ? headers.host : 'localhost';
  return `${scheme}://${host}`;
}
