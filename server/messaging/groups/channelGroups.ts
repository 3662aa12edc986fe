import { type Database, select } from '../database.ts';
import { isPresence, PRESENCE_SUFFIX, watchedBy, wildcardsOver } from '../messages/names.ts';

/** Which channels are in which group. In memory in both directions, written through to the database. */
export class ChannelGroups {
  readonly #database: Database;
  readonly #channels = new Map<string, Set<string>>();
  readonly #groups = new Map<string, Set<string>>();

  constructor(database: Database) {
    this.#database = database;
  }

  async load(): Promise<void> {
    const rows = await select<{ name: string; channel: string }>(
      this.#database,
      'select name, channel from messaging.channel_groups',
    );
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
    for (const channel of channels) this.#link(group, channel);
  }

  async remove(group: string, channels: readonly string[]): Promise<void> {
    await this.#database.query(
      'delete from messaging.channel_groups where name = $1 and channel = any($2::text[])',
      [group, channels],
    );
    for (const channel of channels) this.#unlink(group, channel);
  }

  async removeAll(group: string): Promise<void> {
    await this.#database.query('delete from messaging.channel_groups where name = $1', [group]);
    for (const channel of this.channelsIn(group)) this.#unlink(group, channel);
  }

  /**
   * The subscriptions that a channel's events answer to. Evaluated for each event, so that a change of a group acts on
   * the polls that are open.
   */
  lanesOf(channel: string): string[] {
    const plain = isPresence(channel) ? watchedBy(channel) : channel;
    const suffix = plain === channel ? '' : PRESENCE_SUFFIX;
    const lanes = [channel];
    for (const wildcard of wildcardsOver(plain)) lanes.push(wildcard + suffix);
    for (const group of this.#groups.get(plain) ?? []) lanes.push(groupLane(group + suffix));
    return lanes;
  }

  #link(group: string, channel: string): void {
    add(this.#channels, group, channel);
    add(this.#groups, channel, group);
  }
  #unlink(group: string, channel: string): void {
    take(this.#channels, group, channel);
    take(this.#groups, channel, group);
  }
}

/** The lane of a group, in no danger of being taken for a channel's: names hold no comma. */
export const groupLane = (group: string): string => `,${group}`;

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
function take(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  values?.delete(value);
  if (values?.size === 0) map.delete(key);
}
