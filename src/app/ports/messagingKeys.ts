import type { RoomChannel } from '#contract/learning/coachingRoom.ts';
import type { MessagingConfig } from '#contract/messaging/messaging.ts';

/** Keeps the messaging configuration with its keys only in memory. */
export function messagingKeys() {
  let current: MessagingConfig | null = null;
  let room: RoomChannel | null = null;
  return {
    keep(config: MessagingConfig) {
      current = config;
    },
    current: () => current,
    keepRoom(channel: RoomChannel) {
      room = channel;
    },
    currentRoom: () => room,
    forget() {
      current = null;
      room = null;
    },
  };
}
