import { createHmac } from 'node:crypto';
import type { RoomChannel } from '#contract/learning/coachingRoom.ts';

/** `RTC_ICE_SERVERS` and `RTC_TURN_SECRET` (README.md). */
export interface RtcSettings {
  servers: readonly string[];
  /** Shared with the TURN server; null: it asks for no credentials. */
  turnSecret: string | null;
}

/** Servers for WebRTC, with credentials for a limited time as coturn's `use-auth-secret` expects them. */
export function iceServersFor(
  { servers, turnSecret }: RtcSettings,
  uuid: string,
  expiresAt: Date,
): RoomChannel['iceServers'] {
  const username = `${Math.floor(expiresAt.getTime() / 1_000)}:${uuid}`;
  return servers.map((urls) =>
    turnSecret !== null && /^turns?:/.test(urls)
      ? {
          urls,
          username,
          credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
        }
      : { urls },
  );
}
