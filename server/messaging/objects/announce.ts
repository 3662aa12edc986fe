import { type Draft, KIND } from '../messages/event.ts';
import { isChannelName } from '../messages/names.ts';

export interface ObjectEvent {
  event: 'set' | 'delete';
  type: 'uuid' | 'channel' | 'membership';
  data: Record<string, unknown>;
}

/** Says on the channels concerned what has happened to an object. */
export type Announce = (channels: readonly string[], event: ObjectEvent) => Promise<void>;

export const createAnnounce =
  (append: (draft: Draft) => Promise<string>): Announce =>
  async (channels, event) => {
    const payload = JSON.stringify({ source: 'objects', version: '2.0', ...event });
    await Promise.all(
      // Not every user id can be a channel: nobody can listen to those that cannot.
      [...new Set(channels)]
        .filter(isChannelName)
        .map((channel) => append({ channel, kind: KIND.object, payload, stored: false })),
    );
  };
