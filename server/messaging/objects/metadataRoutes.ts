import type { AccessManager, Caller } from '#server/messaging/access/accessManager.ts';
import { BIT, type Bit, type Resource } from '#server/messaging/access/permissions.ts';
import type { Database } from '#server/messaging/database.ts';
import { type HttpRequest, isRecord, readJson } from '#server/messaging/http/request.ts';
import { forbidden, json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName, isUserId } from '#server/messaging/identifiers.ts';
import type { Announce } from './announce.ts';
import {
  CHANNELS,
  columnsOf,
  deleteMetadata,
  findMetadata,
  listMetadata,
  type MetadataKind,
  type MetadataPatch,
  metadataField,
  presentMetadata,
  USERS,
  upsertMetadata,
} from './metadataTable.ts';
import { notFound, objectError, pageResponse, readInclude, readOrder, readPage } from './page.ts';
import { readCustom, readField } from './values.ts';

export interface ObjectOptions {
  access: AccessManager;
  database: Database;
  announce: Announce;
  now: () => number;
}

export interface MetadataOptions extends ObjectOptions {
  /** Holders of any valid token may list all users and channels. */
  listAll: boolean;
}

/** Metadata of users and channels, with the same routes for both. */
export const metadataRoutes = (options: MetadataOptions): Route[] => [
  ...routesOf(USERS, 'uuids', options),
  ...routesOf(CHANNELS, 'channels', options),
];

function routesOf(
  kind: MetadataKind,
  segment: Resource,
  { access, database, announce, listAll, now }: MetadataOptions,
): Route[] {
  const isId = kind === USERS ? isUserId : isChannelName;
  const authorize = (request: HttpRequest, subscribeKey: string, id: string, bit: Bit): Caller => {
    access.requireSubscribeKey(subscribeKey);
    if (!isId(id)) throw objectError(400, `Invalid ${kind.type} id`, 'id');
    const caller = access.identify(request);
    access.requirePermission(caller, bit, { [segment]: [id] });
    return caller;
  };

  const list = async (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    // Lists all users or channels. Requires the secret key, unless a setting allows it with any token.
    const { isOwner, token } = access.identify(request);
    if (access.isOn && !isOwner && !(listAll && token)) throw forbidden();
    const page = readPage(request);
    const order = readOrder(request, metadataField(kind, 'm'), 'm.id');
    const { rows, total } = await listMetadata(database, kind, page, order);
    const data = rows.map((row) => presentMetadata(kind, row, page.include));
    return json(pageResponse(data, page, total));
  };

  const get = async (request: HttpRequest, subscribeKey: string, id: string) => {
    authorize(request, subscribeKey, id, BIT.get);
    const row = await findMetadata(database, kind, id);
    if (!row) throw notFound();
    return json({ status: 200, data: presentMetadata(kind, row, readInclude(request.query)) });
  };

  const patch = async (request: HttpRequest, subscribeKey: string, id: string) => {
    authorize(request, subscribeKey, id, BIT.update);
    const changes = readPatch(request, kind);
    const given = request.headers['if-match'];
    const ifMatch = typeof given === 'string' && given !== '' ? given.replaceAll('"', '') : null;
    const row = await upsertMetadata(database, kind, { id, patch: changes, ifMatch, now: new Date(now()) });
    if (!row) {
      const name = kind === USERS ? 'User' : 'Channel';
      throw objectError(412, `${name} to update has been modified after it was read.`);
    }
    const shown = presentMetadata(kind, row, new Set(columnNames));
    const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, shown[name]]));
    await announce([id], {
      event: 'set',
      type: kind.type,
      data: { id, ...changed, updated: shown.updated, eTag: shown.eTag },
    });
    return json({ status: 200, data: presentMetadata(kind, row, readInclude(request.query)) });
  };

  const remove = async (request: HttpRequest, subscribeKey: string, id: string) => {
    authorize(request, subscribeKey, id, BIT.delete);
    if (await deleteMetadata(database, kind, id))
      await announce([id], { event: 'delete', type: kind.type, data: { id } });
    return json({ status: 200, data: null });
  };

  const columnNames = Object.keys(columnsOf(kind));
  const base = `/v2/objects/:/${segment}`;
  return [
    { method: 'GET', path: base, handle: list },
    { method: 'GET', path: `${base}/:`, handle: get },
    { method: 'PATCH', path: `${base}/:`, handle: patch },
    { method: 'DELETE', path: `${base}/:`, handle: remove },
  ];
}

/** Reads the known fields of the body. Unknown fields are ignored. */
function readPatch(request: HttpRequest, kind: MetadataKind): MetadataPatch {
  const invalidInput = () => objectError(400, 'Request payload contained invalid input.', 'body');
  const body = readJson(request.body.toString('utf8'), invalidInput);
  if (!isRecord(body)) throw invalidInput();
  const patch: MetadataPatch = {};
  for (const name of Object.keys(columnsOf(kind))) {
    if (!Object.hasOwn(body, name)) continue;
    patch[name] = name === 'custom' ? readCustom(body[name]) : readField(body[name], name);
  }
  return patch;
}
