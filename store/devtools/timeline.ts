import type { UnknownAction } from '@reduxjs/toolkit';
import { messageSubmitted, messagesReceived } from '#store/chat/messagesSlice.ts';
import { instantOf } from '#store/messaging/timetoken.ts';
import { notificationsReceived } from '#store/notifications/notificationsSlice.ts';
import { actionName } from './causality.ts';
import type { Step } from './recording.ts';

export type Side = 'learner' | 'manager';
export const SIDES: readonly Side[] = ['learner', 'manager'];

/** One end of a transfer over the messaging service. Both ends have the same key. */
interface WireEnd {
  key: string;
  what: string;
  /** In milliseconds since 1970. The receiver knows it only for messages from the server. */
  sentAt?: number;
}
/** An action of one copy, with the times of one clock. */
export interface SideStep {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  name: string;
  hasFailed: boolean;
  sends: WireEnd[];
  receives: WireEnd[];
}
export interface TimelineEntry extends SideStep {
  side: Side;
}
/** A message between the two copies, or from the server to one of them. Indices are those of entries. */
export interface WireMessage {
  key: string;
  what: string;
  from: Side | 'server';
  fromIndex: number | null;
  to: Side;
  toIndex: number;
  delayMs: number;
}

function sentBy(action: UnknownAction): WireEnd[] {
  return messageSubmitted.match(action) ? [{ key: `message ${action.payload.id}`, what: 'message' }] : [];
}
function receivedBy(action: UnknownAction): WireEnd[] {
  if (messagesReceived.match(action))
    return action.payload.messages.flatMap(({ isOwn, message }) =>
      isOwn ? [] : { key: `message ${message.id}`, what: 'message' },
    );
  if (notificationsReceived.match(action))
    return action.payload.items.map(({ id, timetoken }) => ({
      key: `notification ${id}`,
      what: 'notification',
      sentAt: instantOf(timetoken),
    }));
  return [];
}

/** `origin`: when the clock of the log started, in milliseconds since 1970. */
export const sideStepOf = (action: UnknownAction, { id, at }: Step, origin: number): SideStep => ({
  id,
  at: origin + at,
  name: actionName(action),
  hasFailed: action.type.endsWith('/rejected'),
  sends: sentBy(action),
  receives: receivedBy(action),
});

/** The actions of both copies in the order of their times, and the messages between them. */
export function mergeTimelines(steps: Record<Side, readonly SideStep[]>) {
  const entries = SIDES.flatMap((side) => steps[side].map((step): TimelineEntry => ({ ...step, side }))).sort(
    (a, b) => a.at - b.at || a.id - b.id,
  );
  const sent = new Map<string, number>();
  for (const [index, { sends }] of entries.entries()) for (const { key } of sends) sent.set(key, index);
  const arrived = new Set<string>();
  const messages: WireMessage[] = [];
  for (const [toIndex, { at, side, receives }] of entries.entries())
    for (const { key, what, sentAt } of receives) {
      if (arrived.has(key)) continue; // the same message again, after a lost connection
      arrived.add(key);
      const fromIndex = sent.get(key);
      const sender = fromIndex === undefined ? undefined : entries[fromIndex];
      const began = sender?.at ?? sentAt;
      if (began === undefined) continue; // sent before the recording
      messages.push({
        key,
        what,
        from: sender?.side ?? 'server',
        fromIndex: fromIndex ?? null,
        to: side,
        toIndex,
        delayMs: Math.max(0, Math.round(at - began)),
      });
    }
  return { entries, messages };
}
export type Timeline = ReturnType<typeof mergeTimelines>;

/** The step that each copy shows at a position of the timeline; 0 before its first one. */
export function stepsAt(entries: readonly TimelineEntry[], index: number): Record<Side, number> {
  const at: Record<Side, number> = { learner: 0, manager: 0 };
  for (const { side, id } of entries.slice(0, index + 1)) at[side] = id;
  return at;
}
