import { groupRoutingKey } from '#server/messaging/groups/channelGroups.ts';
import { apiError } from '#server/messaging/http/response.ts';
import {
  isGroupName,
  isPresenceChannel,
  isSubscribableName,
  readNames,
  watchedChannel,
} from '#server/messaging/identifiers.ts';

const MAX_CHANNELS = 2_000;
const MAX_GROUPS = 10;
/** Limits of the cache, which takes a few megabytes at most. */
const CACHE_SIZE = 5_000;
const CACHED_KEY_MAX_LENGTH = 500;

/** The validated channel list and group list of a subscriber. */
export interface SubscriberList {
  channels: readonly string[];
  groups: readonly string[];
  /** Routing keys with their entry in the list: channels first, then wildcards, then groups. */
  routingKeys: ReadonlyMap<string, string>;
  /** The channels and groups that the subscriber is present on. Presence channels do not count. */
  present: { channels: readonly string[]; groups: readonly string[] };
}

const subscribeError = (message: string) => apiError(400, 'Subscribe', message);

/**
 * Parses subscriber lists and caches them, because polls repeat the same list and subscribers of a channel share it.
 */
export class SubscriberLists {
  readonly #cache = new Map<string, SubscriberList>();

  read(channelList: string, groupList: string): SubscriberList {
    const key = `${channelList.length},${channelList}${groupList}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const list = readList(readNames(channelList), readNames(groupList));
    if (key.length <= CACHED_KEY_MAX_LENGTH) {
      if (this.#cache.size >= CACHE_SIZE) this.#cache.delete(this.#cache.keys().next().value ?? '');
      this.#cache.set(key, list);
    }
    return list;
  }
}

function readList(channels: string[], groups: string[]): SubscriberList {
  check(channels, groups);
  const hasNoWildcard = (name: string) => !name.includes('*');
  const isNotPresence = (name: string) => !isPresenceChannel(name);
  return {
    channels,
    groups,
    // The order matters: if several entries match an event, the first one counts.
    routingKeys: new Map([
      ...channels.filter(hasNoWildcard).map((name) => [name, name] as const),
      ...channels.filter((name) => !hasNoWildcard(name)).map((name) => [name, name] as const),
      ...groups.map((name) => [groupRoutingKey(name), name] as const),
    ]),
    present: { channels: channels.filter(isNotPresence), groups: groups.filter(isNotPresence) },
  };
}

function check(channels: string[], groups: string[]): void {
  if (channels.length === 0 && groups.length === 0)
    throw subscribeError('Missing channels and channel groups');
  if (channels.length > MAX_CHANNELS) throw subscribeError('Too many channels');
  if (groups.length > MAX_GROUPS * 2) throw subscribeError('Too many channel groups');
  if (!channels.every(isSubscribableName)) throw subscribeError('Invalid channel name');
  if (!groups.every((name) => isGroupName(isPresenceChannel(name) ? watchedChannel(name) : name)))
    throw subscribeError('Invalid channel group name');
}
