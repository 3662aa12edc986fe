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

/** An event as subscribers get it. Its text is made once, however many there are. */
export class ChannelEvent {
  readonly timetoken: Timetoken;
  readonly channel: string;
  readonly stored: boolean;
  readonly #draft: Draft;
  readonly #head: string;
  #exact: string | undefined;
  #payload: { value: unknown } | undefined;
  #meta: { value: unknown } | undefined;

  constructor(draft: Draft, timetoken: Timetoken, subscribeKey: string) {
    this.timetoken = timetoken;
    this.channel = draft.channel;
    this.stored = draft.stored;
    this.#draft = draft;
    this.#head = headOf(draft, timetoken, subscribeKey);
  }
  get kind(): Kind {
    return this.#draft.kind;
  }
  /** About what it holds in memory. */
  get bytes(): number {
    return this.#head.length * 2 + 200;
  }
  /** The envelope; `subscription` is the entry of the subscriber's own list that brought it. */
  text(subscription: string): string {
    if (subscription !== this.channel) return `${this.#head},"b":${JSON.stringify(subscription)}}`;
    this.#exact ??= `${this.#head},"b":${JSON.stringify(subscription)}}`;
    return this.#exact;
  }
  /** For filters: read once, and only if somebody filters. */
  get payload(): unknown {
    this.#payload ??= { value: JSON.parse(this.#draft.payload) };
    return this.#payload.value;
  }
  get meta(): unknown {
    this.#meta ??= { value: this.#draft.meta === undefined ? undefined : JSON.parse(this.#draft.meta) };
    return this.#meta.value;
  }
}

function headOf(draft: Draft, timetoken: Timetoken, subscribeKey: string): string {
  const { kind, publisher, meta, customType, channel, payload } = draft;
  // `e` must be absent for messages and presence: clients take `e: 0` for a file.
  const isTyped = kind !== KIND.message && kind !== KIND.presence;
  return [
    `{"a":"1","f":${kind === KIND.presence ? 0 : FLAGS}`,
    isTyped ? `,"e":${kind}` : '',
    publisher !== undefined && kind !== KIND.object && kind !== KIND.presence
      ? `,"i":${JSON.stringify(publisher)}`
      : '',
    `,"p":{"t":"${timetoken}","r":${REGION}},"k":${JSON.stringify(subscribeKey)}`,
    `,"c":${JSON.stringify(channel)},"d":${payload}`,
    meta === undefined ? '' : `,"u":${meta}`,
    customType === undefined ? '' : `,"cmt":${JSON.stringify(customType)}`,
  ].join('');
}
