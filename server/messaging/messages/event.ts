import type { Timetoken } from '../timetokens.ts';

/** What kinds of things travel on channels, with the number that the wire's `e` gives them. */
export const KIND = { message: 0, signal: 1, object: 2, action: 3, file: 4, presence: 5 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Something said on a channel, before it has a timetoken. Payload and meta stay the JSON text that came in. */
export interface Draft {
  channel: string;
  kind: Kind;
  payload: string;
  publisher?: string | undefined;
  meta?: string | undefined;
  customType?: string | undefined;
  /** In the database before it is acknowledged, and in history. */
  stored: boolean;
  /** Hours after which history forgets it; 0 or absent: never. */
  ttlHours?: number | undefined;
  /** Not handed to subscribers (`norep`). */
  silent?: boolean | undefined;
}

/** The one region of this service; clients refuse 0. */
export const REGION = 1;
/** What the service itself puts into `f` of ordinary messages. */
const FLAGS = 514;

/** An event that has its place in the order of all. */
export class ChannelEvent {
  readonly draft: Draft;
  readonly timetoken: Timetoken;
  readonly #subscribeKey: string;
  #payload: { value: unknown } | undefined;
  #meta: { value: unknown } | undefined;

  constructor(draft: Draft, timetoken: Timetoken, subscribeKey: string) {
    this.draft = draft;
    this.timetoken = timetoken;
    this.#subscribeKey = subscribeKey;
  }
  get channel(): string {
    return this.draft.channel;
  }
  get kind(): Kind {
    return this.draft.kind;
  }
  get stored(): boolean {
    return this.draft.stored;
  }
  /** About what it holds in memory. */
  get bytes(): number {
    return this.draft.payload.length + (this.draft.meta?.length ?? 0) + 500;
  }
  /**
   * The envelope that subscribers get; `subscription` is the entry of their own list that brought it. Made anew each time:
   * most events are told once, and thousands of texts that are kept cost more than they save.
   */
  text(subscription: string): string {
    const { kind, publisher, meta, customType, channel, payload } = this.draft;
    // `e` must be absent for messages and presence: clients take `e: 0` for a file.
    const type = kind === KIND.message || kind === KIND.presence ? '' : `,"e":${kind}`;
    const isSaidByUser = publisher !== undefined && kind !== KIND.object && kind !== KIND.presence;
    const said = isSaidByUser ? `,"i":${JSON.stringify(publisher)}` : '';
    const place = `"p":{"t":"${this.timetoken}","r":${REGION}},"k":${JSON.stringify(this.#subscribeKey)}`;
    const name = JSON.stringify(channel);
    const about = meta === undefined ? '' : `,"u":${meta}`;
    const custom = customType === undefined ? '' : `,"cmt":${JSON.stringify(customType)}`;
    const from = subscription === channel ? name : JSON.stringify(subscription);
    return `{"a":"1","f":${kind === KIND.presence ? 0 : FLAGS}${type}${said},${place},"c":${name},"d":${payload}${about}${custom},"b":${from}}`;
  }
  /** For filters: read once, and only if somebody filters. */
  get payload(): unknown {
    this.#payload ??= { value: JSON.parse(this.draft.payload) };
    return this.#payload.value;
  }
  get meta(): unknown {
    this.#meta ??= { value: this.draft.meta === undefined ? undefined : JSON.parse(this.draft.meta) };
    return this.#meta.value;
  }
}
