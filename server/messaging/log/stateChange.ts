import type { AuthGrant } from '#server/messaging/access/authGrants.ts';
import type { GroupChange } from '#server/messaging/groups/channelGroups.ts';
import type { PresenceChange } from '#server/messaging/presence/presence.ts';
import type { Timetoken } from '#server/messaging/timetokens.ts';

/** A change of state that every process keeps in memory. It takes its place in the event log, but clients never see it. */
export type StateChange =
  | { type: 'tokenRevoked'; signature: string; expiresAt: number }
  | { type: 'grantsSet'; grants: readonly AuthGrant[] }
  | { type: 'messagesDeleted'; channel: string; above: Timetoken; through: Timetoken }
  | GroupChange
  | PresenceChange;

/** Applies a change in every process, and resolves when it is applied in this one. */
export type ShareChange = (change: StateChange) => Promise<void>;
