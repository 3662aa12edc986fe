import type { AccessManager } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import type { HttpRequest } from '#server/messaging/http/request.ts';
import { apiError, javascript } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import { isChannelName, isGroupName, readNames } from '#server/messaging/identifiers.ts';
import type { ChannelGroups } from './channelGroups.ts';

const MAX_CHANNELS = 2_000;
const MAX_CHANNELS_PER_REQUEST = 200;

const groupError = (message: string) => apiError(400, 'channel-registry', message);
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

  const listAll = (request: HttpRequest, subscribeKey: string) => {
    access.requireSubscribeKey(subscribeKey);
    const caller = access.identify(request);
    // Only groups that the caller may read.
    return ok({ groups: groups.names().filter((name) => caller.can('groups', name, BIT.read)) });
  };

  const listOrChange = async (request: HttpRequest, subscribeKey: string, group: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isGroupName(group)) throw groupError('Invalid channel group name');
    const caller = access.identify(request);
    const added = readNames(request.query.get('add'));
    const removed = readNames(request.query.get('remove'));
    if (added.length === 0 && removed.length === 0) {
      access.requirePermission(caller, BIT.read, { groups: [group] });
      return ok({ channels: groups.channelsIn(group), group });
    }
    access.requirePermission(caller, BIT.manage, { groups: [group] });
    if (added.length + removed.length > MAX_CHANNELS_PER_REQUEST)
      throw groupError('Too many channels in one request');
    if (![...added, ...removed].every(isChannelName)) throw groupError('Invalid channel name');
    const channels = new Set([...groups.channelsIn(group), ...added]);
    if (channels.size > MAX_CHANNELS)
      throw groupError(`A channel group can contain at most ${MAX_CHANNELS} channels`);
    if (added.length > 0) await groups.add(group, added);
    if (removed.length > 0) await groups.remove(group, removed);
    return ok();
  };

  const removeAll = async (request: HttpRequest, subscribeKey: string, group: string) => {
    access.requireSubscribeKey(subscribeKey);
    if (!isGroupName(group)) throw groupError('Invalid channel group name');
    access.requirePermission(access.identify(request), BIT.manage, { groups: [group] });
    await groups.removeAll(group);
    return ok();
  };

  return [
    { method: 'GET', path: base, handle: listAll },
    { method: 'GET', path: `${base}/:`, handle: listOrChange },
    { method: 'GET', path: `${base}/:/remove`, handle: removeAll },
  ];
}
