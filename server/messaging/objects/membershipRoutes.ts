import type { Caller } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import { type HttpRequest, isRecord, readJson } from '#server/messaging/http/request.ts';
import { json } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName, isUserId } from '#server/messaging/identifiers.ts';
import {
  countMemberships,
  deleteMemberships,
  listMemberships,
  MEMBERS,
  MEMBERSHIPS,
  type MembershipPatch,
  type MembershipRow,
  membershipField,
  type Side,
  setMemberships,
} from './membershipTable.ts';
import type { ObjectOptions } from './metadataRoutes.ts';
import { CHANNELS, type MetadataRow, presentMetadata } from './metadataTable.ts';
import { objectError, type Page, pageResponse, readOrder, readPage } from './page.ts';
import { isoOf, readCustom, readField } from './values.ts';

const CHANGES_MAX = 100;
const MEMBERSHIPS_MAX = 50_000;
const MEMBERS_MAX = 5_000;

/** Memberships. A user's memberships and a channel's members are the same rows. */
export const membershipRoutes = (options: ObjectOptions): Route[] => [
  ...routesOf(MEMBERSHIPS, '/v2/objects/:/uuids/:/channels', options),
  ...routesOf(MEMBERS, '/v2/objects/:/channels/:/uuids', options),
];

function routesOf(side: Side, path: string, { access, database, announce, now }: ObjectOptions): Route[] {
  const isMemberships = side === MEMBERSHIPS;
  const isOwnId = isMemberships ? isUserId : isChannelName;
  const isOtherId = isMemberships ? isChannelName : isUserId;
  const resource = isMemberships ? ('uuids' as const) : ('channels' as const);

  const identify = (request: HttpRequest, subscribeKey: string, id: string): Caller => {
    access.requireSubscribeKey(subscribeKey);
    if (!isOwnId(id)) throw objectError(400, 'Invalid id', 'id');
    return access.identify(request);
  };

  const respondWithList = async (request: HttpRequest, id: string) => {
    const page = readPage(request);
    const order = readOrder(request, membershipField(side), `m.${side.other}`);
    const { rows, total } = await listMemberships(database, side, id, page, order);
    return json(
      pageResponse(
        rows.map((row) => present(side, row, page)),
        page,
        total,
      ),
    );
  };

  const list = (request: HttpRequest, subscribeKey: string, id: string) => {
    const caller = identify(request, subscribeKey, id);
    access.requirePermission(caller, BIT.get, { [resource]: [id] });
    return respondWithList(request, id);
  };

  /**
   * A user joins with the `join` permission of each channel. Changing a channel's members requires `manage`. If the
   * token is not issued to a user, the user id of the request proves nothing.
   */
  const authorizeChange = (caller: Caller, id: string, otherIds: readonly string[]) => {
    if (!isMemberships) return access.requirePermission(caller, BIT.manage, { channels: [id] });
    access.requirePermission(caller, BIT.join, { channels: otherIds });
    const isOwn = caller.token ? caller.token.uuid === id : caller.uuid === id;
    if (!isOwn) access.requirePermission(caller, BIT.update, { uuids: [id] });
  };

  const change = async (request: HttpRequest, subscribeKey: string, id: string) => {
    const caller = identify(request, subscribeKey, id);
    const { set, remove } = readChanges(request, side, isOtherId);
    authorizeChange(caller, id, [...set.map(({ otherId }) => otherId), ...remove]);
    const limit = isMemberships ? MEMBERSHIPS_MAX : MEMBERS_MAX;
    if (set.length > 0 && (await countMemberships(database, side, id)) + set.length > limit + CHANGES_MAX)
      throw objectError(400, `The limit of ${limit} entries is exceeded`, 'set');
    if (set.length > 0) {
      for (const row of await setMemberships(database, side, id, set, new Date(now())))
        await announce([row.user_id, row.channel_id], {
          event: 'set',
          type: 'membership',
          data: eventOf(row),
        });
    }
    if (remove.length > 0) {
      for (const otherId of await deleteMemberships(database, side, id, remove)) {
        const [user, channel] = isMemberships ? [id, otherId] : [otherId, id];
        const data = { channel: { id: channel }, uuid: { id: user } };
        await announce([user, channel], { event: 'delete', type: 'membership', data });
      }
    }
    return respondWithList(request, id);
  };

  return [
    { method: 'GET', path, handle: list },
    { method: 'PATCH', path, handle: change },
  ];
}

function present(
  { other, kind }: Side,
  row: MembershipRow & { object: MetadataRow | null },
  { include }: Page,
): Record<string, unknown> {
  const key = kind === CHANNELS ? 'channel' : 'uuid';
  const inner = new Set(
    [...include].filter((name) => name.startsWith(`${key}.`)).map((name) => name.slice(key.length + 1)),
  );
  const isWhole = include.has(key) || inner.size > 0;
  return {
    [key]: isWhole && row.object ? presentMetadata(kind, row.object, inner) : { id: row[other] },
    ...(include.has('custom') && { custom: row.custom }),
    ...(include.has('status') && { status: row.status }),
    ...(include.has('type') && { type: row.type }),
    updated: isoOf(row.updated),
    eTag: row.etag,
  };
}

const eventOf = (row: MembershipRow): Record<string, unknown> => ({
  channel: { id: row.channel_id },
  uuid: { id: row.user_id },
  ...(row.custom && { custom: row.custom }),
  ...(row.status !== null && { status: row.status }),
  ...(row.type !== null && { type: row.type }),
  updated: isoOf(row.updated),
  eTag: row.etag,
});

function readChanges(request: HttpRequest, { kind }: Side, isId: (id: string) => boolean) {
  const invalidInput = (location: string) =>
    objectError(400, 'Request payload contained invalid input.', location);
  const body = readJson(request.body.toString('utf8'), () => invalidInput('body'));
  if (!isRecord(body)) throw invalidInput('body');
  const listOf = (name: 'set' | 'delete'): unknown[] => {
    const given = body[name] ?? [];
    if (!Array.isArray(given)) throw invalidInput(name);
    return given;
  };
  const idOf = (entry: unknown, location: string): string => {
    const named = isRecord(entry) ? entry[kind.type] : undefined;
    const id = isRecord(named) ? named.id : named;
    if (typeof id !== 'string' || !isId(id)) throw invalidInput(`${location}.${kind.type}.id`);
    return id;
  };
  // If an id is listed twice, the last entry counts, because one statement cannot change a row twice.
  const set = new Map(
    listOf('set').map((entry): [string, MembershipPatch] => {
      const otherId = idOf(entry, 'set');
      const { custom, status, type } = entry as Record<string, unknown>;
      const patch = {
        otherId,
        ...(custom !== undefined && { custom: readCustom(custom) }),
        ...(status !== undefined && { status: readField(status, 'status') }),
        ...(type !== undefined && { type: readField(type, 'type') }),
      };
      return [otherId, patch];
    }),
  );
  const remove = [...new Set(listOf('delete').map((entry) => idOf(entry, 'delete')))];
  if (set.size + remove.length > CHANGES_MAX) throw invalidInput('set');
  return { set: [...set.values()], remove };
}
