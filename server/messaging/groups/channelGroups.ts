import { type Database, select } from '#server/messaging/database.ts';
import {
  isPresenceChannel,
  PRESENCE_SUFFIX,
  watchedChannel,
  wildcardsCovering,
} from '#server/messaging/identifiers.ts';
import type { ShareChange } from '#server/messaging/log/stateChange.ts';

/** Channels were added to a group or removed from it. */
export interface GroupChange {
  type: 'groupChanged';
  group: string;
  added: readonly string[];
  removed: readonly string[];
}

/** Channel groups: indexed in memory in both directions, stored in the database. */
export class ChannelGroups {
  readonly #database: Database;
  readonly #channels = new Map<string, Set<string>>();
  readonly #groups = new Map<string, Set<string>>();
  readonly #share: ShareChange;

  constructor(database: Database, share: ShareChange) {
    this.#database = database;
    this.#share = share;
  }

  async load(): Promise<void> {
    const rows = await select<{ name: string; channel: string }>(
      this.#database,
      'select name, channel from messaging.channel_groups',
    );
    this.#channels.clear();
    this.#groups.clear();
    for (const { name, channel } of rows) this.#link(name, channel);
  }

  names(): string[] {
    return [...this.#channels.keys()].sort();
  }
  channelsIn(group: string): string[] {
    return [...(this.#channels.get(group) ?? [])].sort();
  }

  async add(group: string, channels: readonly string[]): Promise<void> {
    await this.#database.query(
      'insert into messaging.channel_groups (name, channel) select $1, unnest($2::text[]) on conflict do nothing',
      [group, channels],
    );
    await this.#share({ type: 'groupChanged', group, added: channels, removed: [] });
  }

  async remove(group: string, channels: readonly string[]): Promise<void> {
    await this.#database.query(
      'delete from messaging.channel_groups where name = $1 and channel = any($2::text[])',
      [group, channels],
    );
    await this.#share({ type: 'groupChanged', group, added: [], removed: channels });
  }

  async removeAll(group: string): Promise<void> {
    await this.#database.query('delete from messaging.channel_groups where name = $1', [group]);
    await this.#share({ type: 'groupChanged', group, added: [], removed: this.channelsIn(group) });
  }

  /** A group was changed by this process or another one. */
  changed({ group, added, removed }: GroupChange): void {
    for (const channel of added) this.#link(group, channel);
    for (const channel of removed) this.#unlink(group, channel);
  }

  /**
   * The routing keys of a channel's events. Computed for each event, so that a change of a group also affects open
   * polls.
   */
  routingKeysOf(channel: string): string[] {
    const base = isPresenceChannel(channel) ? watchedChannel(channel) : channel;
    const suffix = base === channel ? '' : PRESENCE_SUFFIX;
    const routingKeys = [channel];
    for (const wildcard of wildcardsCovering(base)) routingKeys.push(wildcard + suffix);
    for (const group of this.#groups.get(base) ?? []) routingKeys.push(groupRoutingKey(group + suffix));
    return routingKeys;
  }

  #link(group: string, channel: string): void {
    add(this.#channels, group, channel);
    add(this.#groups, channel, group);
  }
  #unlink(group: string, channel: string): void {
    remove(this.#channels, group, channel);
    remove(this.#groups, channel, group);
  }
}

/** The routing key of a group. Names contain no comma, so it cannot equal a channel's. */
export const groupRoutingKey = (group: string): string => `,${group}`;

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
function remove(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}
