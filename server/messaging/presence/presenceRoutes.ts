import type { AccessManager } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import type { ChannelGroups } from '#server/messaging/groups/channelGroups.ts';
import { type HttpRequest, isRecord, readCount, readJson } from '#server/messaging/http/request.ts';
import { apiError, forbidden, javascript } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import {
  isGroupName,
  isPresenceChannel,
  isSubscribableName,
  isUserId,
  readNames,
} from '#server/messaging/identifiers.ts';
import { type Presence, STATE_MAX_LENGTH } from './presence.ts';

const HERE_NOW_MAX = 1_000;

const presenceError = (message: string) => apiError(400, 'Presence', message);
const ok = (more: Record<string, unknown> = {}) =>
  javascript({ status: 200, message: 'OK', ...more, service: 'Presence' });

export interface PresenceRoutesOptions {
  access: AccessManager;
  presence: Presence;
  groups: ChannelGroups;
}

export function presenceRoutes({ access, presence, groups }: PresenceRoutesOptions): Route[] {
  const channelsIn = (list: string) => {
    const names = readNames(list);
    if (!names.every(isSubscribableName)) throw presenceError('Invalid channel name');
    return names;
  };
  const groupsIn = (request: HttpRequest) =>
    readNames(request.query.get('channel-group')).filter(isGroupName);

  const heartbeat = async (request: HttpRequest, subscribeKey: string, list: string) => {
    access.requireSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresenceChannel(name));
    const caller = access.identify(request);
    access.requirePermission(caller, BIT.read, { channels });
    if (caller.uuid === null) throw presenceError('Missing uuid');
    // Some clients also send channel names as groups, so groups without permission are ignored.
    const groupChannels = groupsIn(request)
      .filter((name) => caller.can('groups', name, BIT.read))
      .flatMap((name) => groups.channelsIn(name));
    await presence.recordActivity(caller.uuid, [...new Set([...channels, ...groupChannels])], {
      ttlText: request.query.get('heartbeat'),
      states: readState(request, 'state') ?? {},
    });
    return ok();
  };

  const leave = async (request: HttpRequest, subscribeKey: string, list: string) => {
    access.requireSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresenceChannel(name));
    const caller = access.identify(request);
    // Leaving requires a valid token but no permission. The token prevents one user from making another user leave.
    if (access.isOn && !caller.isOwner && caller.token === null)
      access.requirePermission(caller, BIT.read, { channels });
    if (caller.uuid === null) throw presenceError('Missing uuid');
    await presence.leave(caller.uuid, [
      ...channels,
      ...groupsIn(request).flatMap((name) => groups.channelsIn(name)),
    ]);
    return ok({ action: 'leave' });
  };

  const occupancyReader = (request: HttpRequest) => {
    const limit = readCount(request.query.get('limit'), { fallback: HERE_NOW_MAX, max: HERE_NOW_MAX }, () =>
      presenceError('Invalid limit'),
    );
    const offset = readCount(request.query.get('offset'), { fallback: 0, max: 1_000_000 }, () =>
      presenceError('Invalid offset'),
    );
    const hidesUsers = request.query.get('disable_uuids') === '1';
    const showsState = request.query.get('state') === '1';
    return (channel: string) => {
      const occupancy = presence.occupancy(channel);
      if (hidesUsers) return { occupancy };
      const page = presence.occupants(channel).slice(offset, offset + limit);
      const uuids = showsState
        ? page.map((uuid) => {
            const state = presence.state(uuid, channel);
            return Object.keys(state).length > 0 ? { uuid, state } : { uuid };
          })
        : page;
      return { uuids, occupancy };
    };
  };
  const occupancyOfAll = (request: HttpRequest, channels: readonly string[]) => {
    const read = occupancyReader(request);
    const byChannel = Object.fromEntries(channels.map((channel) => [channel, read(channel)]));
    const total = Object.values(byChannel).reduce((sum, { occupancy }) => sum + occupancy, 0);
    return ok({
      payload: { channels: byChannel, total_channels: channels.length, total_occupancy: total },
    });
  };

  const hereNow = (request: HttpRequest, subscribeKey: string, list: string) => {
    access.requireSubscribeKey(subscribeKey);
    const channels = channelsIn(list);
    const groupNames = groupsIn(request);
    access.requirePermission(access.identify(request), BIT.read, { channels, groups: groupNames });
    const [only] = channels;
    if (channels.length === 1 && only !== undefined && groupNames.length === 0)
      return ok({ ...occupancyReader(request)(only) });
    const groupChannels = groupNames.flatMap((name) => groups.channelsIn(name));
    return occupancyOfAll(request, [...new Set([...channels, ...groupChannels])]);
  };

  const globalHereNow = (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    const caller = access.identify(request);
    // Lists all channels, so access control limits it to the holder of the secret key.
    if (access.isOn && !caller.isOwner) throw forbidden();
    return occupancyOfAll(request, presence.occupiedChannels());
  };

  const whereNow = (request: HttpRequest, subscribeKey: string, uuid: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isUserId(uuid)) throw presenceError('Invalid uuid');
    const caller = access.identify(request);
    // Only channels that the caller may read.
    const channels = presence.channelsOf(uuid).filter((name) => caller.can('channels', name, BIT.read));
    return ok({ payload: { channels } });
  };

  const getState = (request: HttpRequest, subscribeKey: string, list: string, uuid: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isUserId(uuid)) throw presenceError('Invalid uuid');
    const channels = channelsIn(list);
    const groupNames = groupsIn(request);
    access.requirePermission(access.identify(request), BIT.read, { channels, groups: groupNames });
    const [only] = channels;
    if (channels.length === 1 && only !== undefined && groupNames.length === 0)
      return ok({ payload: presence.state(uuid, only), uuid, channel: only });
    const all = [...new Set([...channels, ...groupNames.flatMap((name) => groups.channelsIn(name))])];
    const states = Object.fromEntries(all.map((channel) => [channel, presence.state(uuid, channel)]));
    return ok({ payload: { channels: states }, uuid });
  };

  const setState = async (request: HttpRequest, subscribeKey: string, list: string, uuid: string) => {
    access.requireSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresenceChannel(name));
    const groupNames = groupsIn(request);
    const caller = access.identify(request);
    access.requirePermission(caller, BIT.read, { channels, groups: groupNames });
    if (!isUserId(uuid)) throw presenceError('Invalid uuid');
    if (access.isOn && !caller.isOwner && caller.uuid !== uuid) throw forbidden();
    const state = readState(request, 'state');
    if (state === null) throw presenceError('Invalid JSON specified.');
    if (JSON.stringify(state).length > STATE_MAX_LENGTH) throw presenceError('State is too large');
    const groupChannels = groupNames.flatMap((name) => groups.channelsIn(name));
    const targets = [...new Set([...channels, ...groupChannels])];
    await Promise.all(targets.map((channel) => presence.setState(uuid, channel, state)));
    return ok({ payload: state });
  };

  // Older clients send `sub_key`.
  return ['/v2/presence/sub-key/:', '/v2/presence/sub_key/:'].flatMap((prefix): Route[] => [
    { method: 'GET', path: `${prefix}/channel/:/heartbeat`, handle: heartbeat },
    { method: 'GET', path: `${prefix}/channel/:/leave`, handle: leave },
    { method: 'GET', path: `${prefix}/channel/:`, handle: hereNow },
    { method: 'GET', path: prefix, handle: globalHereNow },
    { method: 'GET', path: `${prefix}/uuid/:`, handle: whereNow },
    { method: 'GET', path: `${prefix}/channel/:/uuid/:`, handle: getState },
    { method: 'GET', path: `${prefix}/channel/:/uuid/:/data`, handle: setState },
  ]);
}

/** Reads a JSON object from the query; null if it is absent or not an object. */
function readState(request: HttpRequest, name: string): Record<string, unknown> | null {
  const given = request.query.get(name);
  if (!given) return null;
  const state = readJson(given, () => presenceError('Invalid JSON specified.'));
  return isRecord(state) ? state : null;
}
