import type { AccessManager } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import type { ChannelGroups } from '../groups/channelGroups.ts';
import { forbidden, javascript, refusal } from '../http/answer.ts';
import { type Call, isRecord, readCount, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { isGroupName, isPresence, isSubscription, isUserId, readNames } from '../messages/names.ts';
import { type Presence, STATE_MAX_LENGTH } from './presence.ts';

const HERE_NOW_MAX = 1_000;

const refuse = (message: string) => refusal(400, 'Presence', message);
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
    if (!names.every(isSubscription)) throw refuse('Invalid channel name');
    return names;
  };
  const groupsIn = (call: Call) => readNames(call.query.get('channel-group')).filter(isGroupName);

  const heartbeat = (call: Call, subscribeKey: string, list: string) => {
    access.demandSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresence(name));
    const caller = access.identify(call);
    access.demand(caller, BIT.read, { channels });
    if (caller.uuid === null) throw refuse('Missing uuid');
    // Clients were seen to send channel names as groups too: what is no group of theirs is passed over.
    const opened = groupsIn(call)
      .filter((name) => caller.may('groups', name, BIT.read))
      .flatMap((name) => groups.channelsIn(name));
    presence.seen(caller.uuid, [...new Set([...channels, ...opened])], {
      ttlText: call.query.get('heartbeat'),
      states: readState(call, 'state') ?? {},
    });
    return ok();
  };

  const leave = (call: Call, subscribeKey: string, list: string) => {
    access.demandSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresence(name));
    const caller = access.identify(call);
    // No permission is needed to leave, but nobody is made to leave by a stranger.
    if (access.isOn && !caller.isOwner && caller.token === null)
      access.demand(caller, BIT.read, { channels });
    if (caller.uuid === null) throw refuse('Missing uuid');
    presence.leave(caller.uuid, [...channels, ...groupsIn(call).flatMap((name) => groups.channelsIn(name))]);
    return ok({ action: 'leave' });
  };

  const describe = (call: Call) => {
    const limit = readCount(call.query.get('limit'), { fallback: HERE_NOW_MAX, max: HERE_NOW_MAX }, () =>
      refuse('Invalid limit'),
    );
    const offset = readCount(call.query.get('offset'), { fallback: 0, max: 1_000_000 }, () =>
      refuse('Invalid offset'),
    );
    const hidesUsers = call.query.get('disable_uuids') === '1';
    const showsState = call.query.get('state') === '1';
    return (channel: string) => {
      const occupancy = presence.occupancy(channel);
      if (hidesUsers) return { occupancy };
      const shown = presence.present(channel).slice(offset, offset + limit);
      const uuids = showsState
        ? shown.map((uuid) => {
            const state = presence.state(uuid, channel);
            return Object.keys(state).length > 0 ? { uuid, state } : { uuid };
          })
        : shown;
      return { uuids, occupancy };
    };
  };
  const describeAll = (call: Call, channels: readonly string[]) => {
    const one = describe(call);
    const described = Object.fromEntries(channels.map((channel) => [channel, one(channel)]));
    const total = Object.values(described).reduce((sum, { occupancy }) => sum + occupancy, 0);
    return ok({
      payload: { channels: described, total_channels: channels.length, total_occupancy: total },
    });
  };

  const hereNow = (call: Call, subscribeKey: string, list: string) => {
    access.demandSubscribeKey(subscribeKey);
    const channels = channelsIn(list);
    const groupNames = groupsIn(call);
    access.demand(access.identify(call), BIT.read, { channels, groups: groupNames });
    const [only] = channels;
    if (channels.length === 1 && only !== undefined && groupNames.length === 0)
      return ok({ ...describe(call)(only) });
    const opened = groupNames.flatMap((name) => groups.channelsIn(name));
    return describeAll(call, [...new Set([...channels, ...opened])]);
  };

  const globalHereNow = (call: Call, subscribeKey: string) => {
    access.demandSubscribeKey(subscribeKey);
    const caller = access.identify(call);
    // It shows every channel there is, so under access control only the owner sees it.
    if (access.isOn && !caller.isOwner) throw forbidden();
    return describeAll(call, presence.occupiedChannels());
  };

  const whereNow = (call: Call, subscribeKey: string, uuid: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isUserId(uuid)) throw refuse('Invalid uuid');
    const caller = access.identify(call);
    // Nobody learns of channels that they could not read themselves.
    const channels = presence.channelsOf(uuid).filter((name) => caller.may('channels', name, BIT.read));
    return ok({ payload: { channels } });
  };

  const getState = (call: Call, subscribeKey: string, list: string, uuid: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isUserId(uuid)) throw refuse('Invalid uuid');
    const channels = channelsIn(list);
    const groupNames = groupsIn(call);
    access.demand(access.identify(call), BIT.read, { channels, groups: groupNames });
    const [only] = channels;
    if (channels.length === 1 && only !== undefined && groupNames.length === 0)
      return ok({ payload: presence.state(uuid, only), uuid, channel: only });
    const all = [...new Set([...channels, ...groupNames.flatMap((name) => groups.channelsIn(name))])];
    const states = Object.fromEntries(all.map((channel) => [channel, presence.state(uuid, channel)]));
    return ok({ payload: { channels: states }, uuid });
  };

  const setState = (call: Call, subscribeKey: string, list: string, uuid: string) => {
    access.demandSubscribeKey(subscribeKey);
    const channels = channelsIn(list).filter((name) => !isPresence(name));
    const groupNames = groupsIn(call);
    const caller = access.identify(call);
    access.demand(caller, BIT.read, { channels, groups: groupNames });
    if (!isUserId(uuid)) throw refuse('Invalid uuid');
    if (access.isOn && !caller.isOwner && caller.uuid !== uuid) throw forbidden();
    const state = readState(call, 'state');
    if (state === null) throw refuse('Invalid JSON specified.');
    if (JSON.stringify(state).length > STATE_MAX_LENGTH) throw refuse('State is too large');
    const opened = groupNames.flatMap((name) => groups.channelsIn(name));
    for (const channel of new Set([...channels, ...opened])) presence.setState(uuid, channel, state);
    return ok({ payload: state });
  };

  // Older clients write `sub_key`.
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

/** A JSON object in the query; null when it is none. */
function readState(call: Call, name: string): Record<string, unknown> | null {
  const given = call.query.get(name);
  if (!given) return null;
  const state = readJson(given, () => refuse('Invalid JSON specified.'));
  return isRecord(state) ? state : null;
}
