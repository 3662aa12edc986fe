import {
  chatChannelsOf,
  checkinChannel,
  notificationChannel,
  personCheckinsOf,
} from '#contract/messaging/channels.ts';
import type { TokenHolder } from './realtimePort.ts';

/**
 * Permissions for a person's own channels only: presence of the organisation, own notifications, own chats. See
 * docs/decisions/0032-messaging-access-tokens.md. `join` allows writing the person's membership with its read
 * position; `get` on the uuid allows listing the person's memberships. There is no `manage`, which would allow writing
 * other people's memberships.
 */
export function permissionsOf({ tenantId, userId, uuid }: TokenHolder) {
  const checkin = checkinChannel(tenantId);
  return {
    resources: {
      channels: {
        [checkin]: { read: true },
        [`${checkin}-pnpres`]: { read: true },
        // There is no `write`, because only the server publishes here. `join` is for the read position of the
        // notifications.
        [notificationChannel(tenantId, userId)]: { read: true, join: true },
        // Membership changes made by the person's other devices.
        [uuid]: { read: true },
      },
      uuids: { [uuid]: { get: true } },
    },
    patterns: {
      channels: {
        [chatChannelsOf(tenantId, userId)]: { read: true, write: true, join: true },
        [personCheckinsOf(tenantId)]: { read: true },
      },
    },
  };
}
