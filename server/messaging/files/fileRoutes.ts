import { randomUUID } from 'node:crypto';
import type { AccessManager, Keys } from '#server/messaging/access/accessManager.ts';
import { BIT, type Bit } from '#server/messaging/access/permissions.ts';
import { type HttpRequest, isRecord, readCount, readJson } from '#server/messaging/http/request.ts';
import { detailedError, json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName } from '#server/messaging/identifiers.ts';
import { type FileStore, QuotaExceeded, UploadUsed } from './fileStore.ts';
import { readForm } from './multipart.ts';
import { makeTicket, readTicket } from './uploadTicket.ts';

const FILE_MAX_BYTES = 5 * 1024 * 1024;
const FORM_MAX_BYTES = FILE_MAX_BYTES + 64 * 1024;
const TICKET_MS = 60_000;
const NAME_MAX_LENGTH = 200;
const LIST_MAX = 100;
const ID = /^[0-9a-f-]{36}$/;
/** Types that a browser could run as code from this origin. */
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

const fileError = (status: number, message: string, location?: string) =>
  detailedError(status, 'files', message, location ? [{ message, location }] : []);
const notFound = () => fileError(404, 'File not found');
const quotaExceeded = () =>
  fileError(413, 'The storage quota for files is used up. Delete files to free storage.');

const BASE = '/v1/files/:/channels/:';
/** Responds to file requests if files are switched off. */
export const disabledFileRoutes = (): Route[] => {
  const handle = (): never => {
    throw fileError(403, 'Files are turned off for this keyset');
  };
  return [
    { method: 'POST', path: `${BASE}/generate-upload-url`, handle },
    { method: 'POST', path: '/v1/files/:/upload', handle, bodyLimit: 0 },
    { method: 'GET', path: `${BASE}/files`, handle },
    { method: 'GET', path: `${BASE}/files/:/:`, handle },
    { method: 'DELETE', path: `${BASE}/files/:/:`, handle },
    { method: 'GET', path: '/v1/files/publish-file/:/:/0/:/0/:', handle },
  ];
};

/** Files of channels: upload URL, upload, list, download and deletion. */
export function fileRoutes({ access, keys, files, now }: FileRoutesOptions): Route[] {
  const authorize = (request: HttpRequest, subscribeKey: string, channel: string, bit: Bit) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isChannelName(channel)) throw fileError(400, 'Invalid channel', 'channel');
    access.requirePermission(access.identify(request), bit, { channels: [channel] });
  };

  const createUploadUrl = (request: HttpRequest, subscribeKey: string, channel: string) => {
    authorize(request, subscribeKey, channel, BIT.write);
    if (files.isFull) throw quotaExceeded();
    const body = readJson(request.body.toString('utf8'), () => fileError(400, 'Invalid JSON', 'body'));
    const name = isRecord(body) ? body.name : undefined;
    if (typeof name !== 'string' || !isFileName(name)) throw fileError(400, 'Invalid file name', 'name');
    const id = randomUUID();
    const expiresAt = now() + TICKET_MS;
    const ticket = makeTicket({ channel, id, name, expiresAt }, keys.secretKey);
    return json({
      status: 200,
      data: { id, name },
      file_upload_request: {
        url: `${originOf(request)}/v1/files/${encodeURIComponent(subscribeKey)}/upload`,
        method: 'POST',
        expiration_date: new Date(expiresAt).toISOString(),
        form_fields: [
          { key: 'ticket', value: ticket },
          { key: 'Content-Type', value: typeByName(name) },
        ],
      },
    });
  };

  const upload = async (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    const form = await readForm(request.body, request.contentType).catch(() => null);
    if (!form?.file) throw fileError(400, 'The request body must be a form with a file', 'body');
    const ticket = readTicket(form.fields.get('ticket') ?? '', keys.secretKey);
    if (!ticket || ticket.expiresAt < now()) throw fileError(403, 'The upload URL has expired');
    const { bytes } = form.file;
    if (bytes.length > FILE_MAX_BYTES)
      throw fileError(413, 'Your proposed upload exceeds the maximum allowed size');
    const type = typeOf(form.file.type, form.fields.get('Content-Type') ?? '');
    if (ACTIVE_TYPE.test(type)) throw fileError(415, 'This file type is not allowed');
    await files
      .put(ticket.channel, { id: ticket.id, name: ticket.name, type, bytes }, new Date(now()))
      .catch((error: unknown) => {
        if (error instanceof UploadUsed) throw fileError(403, 'The upload URL has been used');
        throw error instanceof QuotaExceeded ? quotaExceeded() : error;
      });
    // Clients treat only 204 as success.
    return { status: 204, body: '' };
  };

  const list = async (request: HttpRequest, subscribeKey: string, channel: string) => {
    authorize(request, subscribeKey, channel, BIT.read);
    const limit = readCount(request.query.get('limit'), { fallback: LIST_MAX, max: LIST_MAX, min: 1 }, () =>
      fileError(400, 'Invalid limit', 'limit'),
    );
    const after = request.query.get('next') ?? '';
    if (after !== '' && !ID.test(after)) throw fileError(400, 'Invalid cursor', 'next');
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

  const download = async (
    request: HttpRequest,
    subscribeKey: string,
    channel: string,
    id: string,
    name: string,
  ) => {
    authorize(request, subscribeKey, channel, BIT.read);
    const file = ID.test(id) ? await files.find(channel, id, name) : undefined;
    if (!file) throw notFound();
    return {
      status: 200,
      body: await files.read(file),
      type: file.type,
      headers: {
        // Prevents the browser from running the file on this origin, whatever its type.
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    };
  };

  const remove = async (
    request: HttpRequest,
    subscribeKey: string,
    channel: string,
    id: string,
    name: string,
  ) => {
    authorize(request, subscribeKey, channel, BIT.delete);
    const file = ID.test(id) ? await files.find(channel, id, name) : undefined;
    if (!file) throw notFound();
    await files.remove(channel, file);
    return json({ status: 200 });
  };

  return [
    { method: 'POST', path: `${BASE}/generate-upload-url`, handle: createUploadUrl },
    { method: 'POST', path: '/v1/files/:/upload', handle: upload, bodyLimit: FORM_MAX_BYTES },
    { method: 'GET', path: `${BASE}/files`, handle: list },
    { method: 'GET', path: `${BASE}/files/:/:`, handle: download },
    { method: 'DELETE', path: `${BASE}/files/:/:`, handle: remove },
  ];
}

/** Browsers set the content type in the file's own part. Other clients return the form field that they received. */
function typeOf(partType: string, fieldType: string): string {
  const [part = '', field = ''] = [partType, fieldType].map((type) => type.split(';')[0]?.trim());
  if (TYPE.test(part) && part !== ANY_TYPE) return part;
  return TYPE.test(field) ? field : ANY_TYPE;
}

const typeByName = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? ANY_TYPE;

const isFileName = (name: string): boolean =>
  name.length > 0 && name.length <= NAME_MAX_LENGTH && name.isWellFormed() && !/[/\\\p{Cc}]/u.test(name);

/** The origin that the client used: the upload must use it too. */
function originOf({ headers }: HttpRequest): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const host =
    typeof headers.host === 'string' && /^[\w.:[\]-]+$/.test(headers.host) ? headers.host : 'localhost';
  return `${scheme}://${host}`;
}
