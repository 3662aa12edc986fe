import type { Timetoken } from '#server/messaging/timetokens.ts';

/** Kinds of events, with their numbers in the field `e` of the protocol. */
export const KIND = { message: 0, signal: 1, object: 2, action: 3, file: 4, presence: 5 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** An event before it has a timetoken. Payload and meta stay the JSON text that the client sent. */
export interface EventDraft {
  channel: string;
  kind: Kind;
  payload: string;
  publisher?: string | undefined;
  meta?: string | undefined;
  customType?: string | undefined;
  /** True if the event is written to the database before its acknowledgement and is part of the history. */
  stored: boolean;
  /** Hours until the event is deleted from the history; 0 or absent: never. */
  ttlHours?: number | undefined;
  /** True if the event is not delivered to subscribers (`norep`). */
  silent?: boolean | undefined;
}

/** The only region of this service. Clients reject 0. */
export const REGION = 1;
/** The field `f` (flags) of ordinary messages, as PubNub sends it. */
const FLAGS = 514;

/** An event with its timetoken, which is its place in the total order. */
export class ChannelEvent {
  readonly draft: EventDraft;
  readonly timetoken: Timetoken;
  readonly #subscribeKey: string;
  #payload: { value: unknown } | undefined;
  #meta: { value: unknown } | undefined;

  constructor(draft: EventDraft, timetoken: Timetoken, subscribeKey: string) {
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
  /** Approximate size in memory. */
  get bytes(): number {
    return this.draft.payload.length + (this.draft.meta?.length ?? 0) + 500;
  }
  /**
   * The envelope for subscribers. `subscription` is the entry of their list that the event matched. It is not cached:
   * most events are sent once, so a cache would cost more than it saves.
   */
  envelope(subscription: string): string {
    const { kind, publisher, meta, customType, channel, payload } = this.draft;
    // `e` must be absent for messages and presence, because clients treat `e: 0` as a file.
    const kindField = kind === KIND.message || kind === KIND.presence ? '' : `,"e":${kind}`;
    const hasPublisher = publisher !== undefined && kind !== KIND.object && kind !== KIND.presence;
    const publisherField = hasPublisher ? `,"i":${JSON.stringify(publisher)}` : '';
    const position = `"p":{"t":"${this.timetoken}","r":${REGION}},"k":${JSON.stringify(this.#subscribeKey)}`;
    const name = JSON.stringify(channel);
    const metaField = meta === undefined ? '' : `,"u":${meta}`;
    const customTypeField = customType === undefined ? '' : `,"cmt":${JSON.stringify(customType)}`;
    const matched = subscription === channel ? name : JSON.stringify(subscription);
    return `{"a":"1","f":${kind === KIND.presence ? 0 : FLAGS}${kindField}${publisherField},${position},"c":${name},"d":${payload}${metaField}${customTypeField},"b":${matched}}`;
  }
  /** Parsed on first use. Only filters use it. */
  get payload(): unknown {
    this.#payload ??= { value: JSON.parse(this.draft.payload) };
    return this.#payload.value;
  }
  get meta(): unknown {
    this.#meta ??= { value: this.draft.meta === undefined ? undefined : JSON.parse(this.draft.meta) };
    return this.#meta.value;
  }
}
