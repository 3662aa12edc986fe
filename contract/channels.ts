/**
 * The names of the messaging channels. They are the tenant boundary of the messaging service: made and read only here,
 * and every other spelling is refused (ruling 14).
 */

export const checkinChannel = (tenantId: number) => `app_T${tenantId}_checkin`;
export const notificationChannel = (tenantId: number, userId: number) => `notif_T${tenantId}_U${userId}`;
export const chatChannel = (tenantId: number, a: number, b: number) =>
  `chat_T${tenantId}_U${Math.min(a, b)}.U${Math.max(a, b)}`;

export type Channel =
  | { kind: 'checkin'; tenantId: number }
  | { kind: 'notification'; tenantId: number; userId: number }
  | { kind: 'chat'; tenantId: number; userIds: [lower: number, higher: number] };

const ID = '([1-9][0-9]{0,9})';
const CHECKIN = new RegExp(`^app_T${ID}_checkin$`);
const NOTIFICATION = new RegExp(`^notif_T${ID}_U${ID}$`);
const CHAT = new RegExp(`^chat_T${ID}_U${ID}\\.U${ID}$`);

/** What a channel name says, or null for any name that the functions above would not have made. */
export function parseChannel(name: string): Channel | null {
  const checkin = CHECKIN.exec(name);
  if (checkin) return { kind: 'checkin', tenantId: Number(checkin[1]) };
  const notification = NOTIFICATION.exec(name);
  if (notification)
    return { kind: 'notification', tenantId: Number(notification[1]), userId: Number(notification[2]) };
  const chat = CHAT.exec(name);
  if (!chat) return null;
  const [lower, higher] = [Number(chat[2]), Number(chat[3])];
  return lower < higher ? { kind: 'chat', tenantId: Number(chat[1]), userIds: [lower, higher] } : null;
}

/** The other person of a chat channel; null when it is no chat of this person. */
export function peerOf(channel: string, userId: number): number | null {
  const parsed = parseChannel(channel);
  if (parsed?.kind !== 'chat' || !parsed.userIds.includes(userId)) return null;
  return parsed.userIds[0] === userId ? parsed.userIds[1] : parsed.userIds[0];
}

/**
 * All chats of one person as a pattern for an access grant (PubNub reads patterns unanchored, so it anchors itself).
 * It covers no wildcard name, no presence channel and no other spelling.
 */
export const chatChannelsOf = (tenantId: number, userId: number) =>
  `^chat_T${tenantId}_U(${userId}\\.U[1-9][0-9]*|[1-9][0-9]*\\.U${userId})$`;
