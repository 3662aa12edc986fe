/** Builds and parses the names of messaging channels, which are the tenant boundary of that service (decision 0005). */

export const checkinChannel = (tenantId: number) => `app_T${tenantId}_checkin`;
/** The channel in which a person of a large organisation is present (decision 0133). */
export const personCheckinChannel = (tenantId: number, userId: number) =>
  `app_T${tenantId}_checkin_U${userId}`;
export const notificationChannel = (tenantId: number, userId: number) => `notif_T${tenantId}_U${userId}`;
export const chatChannel = (tenantId: number, a: number, b: number) =>
  `chat_T${tenantId}_U${Math.min(a, b)}.U${Math.max(a, b)}`;

/** The channel of a coaching session, for its two people while they are in the room (decision 0069). */
export const coachingChannel = (tenantId: number, sessionId: string) => `coach_T${tenantId}_S${sessionId}`;

export type Channel =
  | { kind: 'checkin'; tenantId: number }
  | { kind: 'notification'; tenantId: number; userId: number }
  | { kind: 'chat'; tenantId: number; userIds: [lower: number, higher: number] }
  | { kind: 'coaching'; tenantId: number; sessionId: string };

const ID = '([1-9][0-9]{0,9})';
const CHECKIN = new RegExp(`^app_T${ID}_checkin$`);
const NOTIFICATION = new RegExp(`^notif_T${ID}_U${ID}$`);
const CHAT = new RegExp(`^chat_T${ID}_U${ID}\\.U${ID}$`);
const COACHING = new RegExp(`^coach_T${ID}_S([a-z0-9]{16})$`);

/** Parses a channel name; null for any name that the functions above would not have built. */
export function parseChannel(name: string): Channel | null {
  const checkin = CHECKIN.exec(name);
  if (checkin) return { kind: 'checkin', tenantId: Number(checkin[1]) };
  const notification = NOTIFICATION.exec(name);
  if (notification)
    return { kind: 'notification', tenantId: Number(notification[1]), userId: Number(notification[2]) };
  const coaching = COACHING.exec(name);
  if (coaching) return { kind: 'coaching', tenantId: Number(coaching[1]), sessionId: String(coaching[2]) };
  const chat = CHAT.exec(name);
  if (!chat) return null;
  const [lower, higher] = [Number(chat[2]), Number(chat[3])];
  return lower < higher ? { kind: 'chat', tenantId: Number(chat[1]), userIds: [lower, higher] } : null;
}

/** The other person of a chat channel; null when the channel is not a chat of this user. */
export function peerOf(channel: string, userId: number): number | null {
  const parsed = parseChannel(channel);
  if (parsed?.kind !== 'chat' || !parsed.userIds.includes(userId)) return null;
  return parsed.userIds[0] === userId ? parsed.userIds[1] : parsed.userIds[0];
}

/** A pattern for an access grant: the presence of everyone in a large organisation, but not other people's messages. */
export const personCheckinsOf = (tenantId: number) => `^app_T${tenantId}_checkin_U[1-9][0-9]*(-pnpres)?$`;

/**
 * A pattern for an access grant that matches all chats of one user. It is anchored, because PubNub matches unanchored, and
 * covers no wildcard, no presence channel and no other spelling.
 */
export const chatChannelsOf = (tenantId: number, userId: number) =>
  `^chat_T${tenantId}_U(${userId}\\.U[1-9][0-9]*|[1-9][0-9]*\\.U${userId})$`;
