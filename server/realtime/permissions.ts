import { chatChannelsOf, checkinChannel, notificationChannel } from '#contract/channels.ts';
import type { TokenHolder } from './realtime.ts';

/**
 * Ruling 18: presence of the organisation, one's own notifications, one's own chats; no wildcard, no group, nobody
 * else's presence. The bits, by the calls that the client makes:
 * members of a channel (one's read position, PATCH /channels/{channel}/uuids) need `manage`, one's memberships
 * (GET /uuids/{uuid}/channels) need `get` on the uuid; `join` allows the same position to be kept from the other side.
 */
export function permissionsOf({ tenantId, userId, uuid }: TokenHolder) {
  const checkin = checkinChannel(tenantId);
  return {
    resources: {
      channels: {
        [checkin]: { read: true },
        [`${checkin}-pnpres`]: { read: true },
        // Read only for what it carries; the read position of the bell is kept as a member of it.
        [notificationChannel(tenantId, userId)]: { read: true, manage: true, join: true, get: true },
        // What changes in one's memberships on another device.
        [uuid]: { read: true },
      },
      uuids: { [uuid]: { get: true } },
    },
    patterns: {
      channels: {
        [chatChannelsOf(tenantId, userId)]: { read: true, write: true, manage: true, join: true, get: true },
      },
    },
  };
}
