import type { AccessManager } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import { javascript, refusal } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { isChannelName, isGroupName, readNames } from '../messages/names.ts';
import type { ChannelGroups } from './channelGroups.ts';

const MAX_CHANNELS = 2_000;
const MAX_CHANNELS_A_CALL = 200;

const refuse = (message: string) => refusal(400, 'channel-registry', message);
const ok = (payload?: Record<string, unknown>) =>
  javascript({
    status: 200,
    message: 'OK',
    ...(payload && { payload }),
    service: 'channel-registry',
    error: false,
  });

export function groupRoutes({ access, groups }: { access: AccessManager; groups: ChannelGroups }): Route[] {
  const base = '/v1/channel-registration/sub-key/:/channel-group';

  const listAll = (call: Call, subscribeKey: string) => {
    access.demandSubscribeKey(subscribeKey);
    const caller = access.identify(call);
    // Nobody is shown the name of a group that they could not open.
    return ok({ groups: groups.names().filter((name) => caller.may('groups', name, BIT.read)) });
  };

  const listOrChange = async (call: Call, subscribeKey: string, group: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isGroupName(group)) throw refuse('Invalid channel group name');
    const caller = access.identify(call);
    const added = readNames(call.query.get('add'));
    const removed = readNames(call.query.get('remove'));
    if (added.length === 0 && removed.length === 0) {
      access.demand(caller, BIT.read, { groups: [group] });
      return ok({ channels: groups.channelsIn(group), group });
    }
    access.demand(caller, BIT.manage, { groups: [group] });
    if (added.length + removed.length > MAX_CHANNELS_A_CALL) throw refuse('Too many channels in one request');
    const strange = [...added, ...removed].find((name) => !isChannelName(name));
    if (strange !== undefined) throw refuse('Invalid channel name');
    const after = new Set([...groups.channelsIn(group), ...added]);
    if (after.size > MAX_CHANNELS) throw refuse(`A channel group holds at most ${MAX_CHANNELS} channels`);
    if (added.length > 0) await groups.add(group, added);
    if (removed.length > 0) await groups.remove(group, removed);
    return ok();
  };

  const removeAll = async (call: Call, subscribeKey: string, group: string) => {
    access.demandSubscribeKey(subscribeKey);
    if (!isGroupName(group)) throw refuse('Invalid channel group name');
    access.demand(access.identify(call), BIT.manage, { groups: [group] });
    await groups.removeAll(group);
    return ok();
  };

  return [
    { method: 'GET', path: base, handle: listAll },
    { method: 'GET', path: `${base}/:`, handle: listOrChange },
    { method: 'GET', path: `${base}/:/remove`, handle: removeAll },
  ];
}
