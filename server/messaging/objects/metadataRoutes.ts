import type { AccessManager, Caller } from '../access/accessManager.ts';
import { BIT, type Bit, type Resource } from '../access/permissions.ts';
import type { Database } from '../database.ts';
import { forbidden, json } from '../http/answer.ts';
import { type Call, isRecord, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { isChannelName, isUserId } from '../messages/names.ts';
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
import { notFound, pageAnswer, readInclude, readOrder, readPage, refuseObjects } from './page.ts';
import { readCustom, readField } from './values.ts';

export interface ObjectOptions {
  access: AccessManager;
  database: Database;
  announce: Announce;
  now: () => number;
}

/** Metadata of users and channels: the same calls for both. */
export const metadataRoutes = (options: ObjectOptions): Route[] => [
  ...routesOf(USERS, 'uuids', options),
  ...routesOf(CHANNELS, 'channels', options),
];

function routesOf(
  kind: MetadataKind,
  segment: Resource,
  { access, database, announce, now }: ObjectOptions,
): Route[] {
  const isId = kind === USERS ? isUserId : isChannelName;
  const demand = (call: Call, subscribeKey: string, id: string, bit: Bit): Caller => {
    access.demandSubscribeKey(subscribeKey);
    if (!isId(id)) throw refuseObjects(400, `Invalid ${kind.type} id`, 'id');
    const caller = access.identify(call);
    access.demand(caller, bit, { [segment]: [id] });
    return caller;
  };

  const list = async (call: Call, subscribeKey: string) => {
    access.demandSubscribeKey(subscribeKey);
    // It shows everybody to everybody, so under access control only the owner sees it.
    if (!access.identify(call).isOwner && access.isOn) throw forbidden();
    const page = readPage(call);
    const order = readOrder(call, metadataField(kind, 'm'), 'm.id');
    const { rows, total } = await listMetadata(database, kind, page, order);
    const data = rows.map((row) => presentMetadata(kind, row, page.include));
    return json(pageAnswer(data, page, total));
  };

  const get = async (call: Call, subscribeKey: string, id: string) => {
    demand(call, subscribeKey, id, BIT.get);
    const row = await findMetadata(database, kind, id);
    if (!row) throw notFound();
    return json({ status: 200, data: presentMetadata(kind, row, readInclude(call.query)) });
  };

  const patch = async (call: Call, subscribeKey: string, id: string) => {
    demand(call, subscribeKey, id, BIT.update);
    const changes = readPatch(call, kind);
    const given = call.headers['if-match'];
    const ifMatch = typeof given === 'string' && given !== '' ? given.replaceAll('"', '') : null;
    const row = await upsertMetadata(database, kind, { id, patch: changes, ifMatch, now: new Date(now()) });
    if (!row) {
      const name = kind === USERS ? 'User' : 'Channel';
      throw refuseObjects(412, `${name} to update has been modified after it was read.`);
    }
    const shown = presentMetadata(kind, row, new Set(columnNames));
    const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, shown[name]]));
    await announce([id], {
      event: 'set',
      type: kind.type,
      data: { id, ...changed, updated: shown.updated, eTag: shown.eTag },
    });
    return json({ status: 200, data: presentMetadata(kind, row, readInclude(call.query)) });
  };

  const remove = async (call: Call, subscribeKey: string, id: string) => {
    demand(call, subscribeKey, id, BIT.delete);
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

/** The fields that the body names; those that the wire does not know are passed over. */
function readPatch(call: Call, kind: MetadataKind): MetadataPatch {
  const refuse = () => refuseObjects(400, 'Request payload contained invalid input.', 'body');
  const body = readJson(call.body.toString('utf8'), refuse);
  if (!isRecord(body)) throw refuse();
  const patch: MetadataPatch = {};
  for (const name of Object.keys(columnsOf(kind))) {
    if (!Object.hasOwn(body, name)) continue;
    patch[name] = name === 'custom' ? readCustom(body[name]) : readField(body[name], name);
  }
  return patch;
}
