import { groupLane } from '../groups/channelGroups.ts';
import { refusal } from '../http/answer.ts';
import { isGroupName, isPresence, isSubscription, readNames, watchedBy } from '../messages/names.ts';

const MAX_CHANNELS = 2_000;
const MAX_GROUPS = 10;
/** Lists that are remembered, and how long one may be: a few megabytes at most. */
const REMEMBERED = 5_000;
const REMEMBERED_LENGTH = 500;

/** What a subscriber asks for, read and checked. */
export interface SubscriberList {
  channels: readonly string[];
  groups: readonly string[];
  /** Where its events come from, the plainest first, with the name that each has in the list. */
  lanes: ReadonlyMap<string, string>;
  /** Those that the subscriber is present on: whoever watches presence is not there. */
  present: { channels: readonly string[]; groups: readonly string[] };
}

const refuse = (message: string) => refusal(400, 'Subscribe', message);

/** Polls ask for the same again and again, and subscribers of one channel for the same as the others. */
export class SubscriberLists {
  readonly #known = new Map<string, SubscriberList>();

  read(channelList: string, groupList: string): SubscriberList {
    const key = `${channelList.length},${channelList}${groupList}`;
    const known = this.#known.get(key);
    if (known) return known;
    const list = readList(readNames(channelList), readNames(groupList));
    if (key.length <= REMEMBERED_LENGTH) {
      if (this.#known.size >= REMEMBERED) this.#known.delete(this.#known.keys().next().value ?? '');
      this.#known.set(key, list);
    }
    return list;
  }
}

function readList(channels: string[], groups: string[]): SubscriberList {
  check(channels, groups);
  const isPlain = (name: string) => !name.includes('*');
  const isHere = (name: string) => !isPresence(name);
  return {
    channels,
    groups,
    // An event that several bring comes by the plainest.
    lanes: new Map([
      ...channels.filter(isPlain).map((name) => [name, name] as const),
      ...channels.filter((name) => !isPlain(name)).map((name) => [name, name] as const),
      ...groups.map((name) => [groupLane(name), name] as const),
    ]),
    present: { channels: channels.filter(isHere), groups: groups.filter(isHere) },
  };
}

function check(channels: string[], groups: string[]): void {
  if (channels.length === 0 && groups.length === 0) throw refuse('Missing channels and channel groups');
  if (channels.length > MAX_CHANNELS) throw refuse('Too many channels');
  if (groups.length > MAX_GROUPS * 2) throw refuse('Too many channel groups');
  if (!channels.every(isSubscription)) throw refuse('Invalid channel name');
  if (!groups.every((name) => isGroupName(isPresence(name) ? watchedBy(name) : name)))
    throw refuse('Invalid channel group name');
}
