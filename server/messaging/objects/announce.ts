import { isChannelName } from '#server/messaging/identifiers.ts';
import { type EventDraft, KIND } from '#server/messaging/log/event.ts';

export interface ObjectEvent {
  event: 'set' | 'delete';
  type: 'uuid' | 'channel' | 'membership';
  data: Record<string, unknown>;
}

/** Publishes an object event on channels. */
export type Announce = (channels: readonly string[], event: ObjectEvent) => Promise<void>;

export const createAnnounce =
  (append: (draft: EventDraft) => Promise<string>): Announce =>
  async (channels, event) => {
    const payload = JSON.stringify({ source: 'objects', version: '2.0', ...event });
    await Promise.all(
      // Some user ids are not valid channel names, so they cannot have subscribers.
      [...new Set(channels)]
        .filter(isChannelName)
        .map((channel) => append({ channel, kind: KIND.object, payload, stored: false })),
    );
  };
