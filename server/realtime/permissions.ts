import { chatChannelsOf, checkinChannel, notificationChannel } from '#contract/channels.ts';
import type { TokenHolder } from './realtimePort.ts';

/**
 * A person's own channels only: presence of the organisation, own notifications, own chats. See
 * docs/decisions/0032-messaging-access-tokens.md. `join`: writing the person's own membership with its read position;
 * `get` on the uuid: listing the own memberships. No `manage`, which would allow writing other people's memberships.
 */
export function permissionsOf({ tenantId, userId, uuid }: TokenHolder) {
  const checkin = checkinChannel(tenantId);
  return {
    resources: {
      channels: {
        [checkin]: { read: true },
        [`${checkin}-pnpres`]: { read: true },
        // No `write`: only the server publishes here. `join` is for the read position of the notifications.
        [notificationChannel(tenantId, userId)]: { read: true, join: true },
        // Membership changes on the person's other devices.
        [uuid]: { read: true },
      },
      uuids: { [uuid]: { get: true } },
    },
    patterns: {
      channels: {
        [chatChannelsOf(tenantId, userId)]: { read: true, write: true, join: true },
      },
    },
  };
}
