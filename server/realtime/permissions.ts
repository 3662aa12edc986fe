import { chatChannelsOf, checkinChannel, notificationChannel } from '#contract/channels.ts';
import type { TokenHolder } from './realtimePort.ts';

/**
 * A person's own channels only: presence of the organisation, own notifications, own chats. See
 * docs/decisions/0032-messaging-access-tokens.md. `manage`: PATCH /channels/{channel}/uuids for read positions; `get`
 * on the uuid: GET /uuids/{uuid}/channels; `join`: writing the user's own membership.
 */
export function permissionsOf({ tenantId, userId, uuid }: TokenHolder) {
  const checkin = checkinChannel(tenantId);
  return {
    resources: {
      channels: {
        [checkin]: { read: true },
        [`${checkin}-pnpres`]: { read: true },
        // No `write`: only the server publishes here. The other rights are for the read position of the notifications.
        [notificationChannel(tenantId, userId)]: { read: true, manage: true, join: true, get: true },
        // Membership changes on the person's other devices.
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
