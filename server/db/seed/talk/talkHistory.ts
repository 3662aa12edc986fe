import { chatChannel } from '#contract/channels.ts';
import { actionOf } from '#contract/chatChanges.ts';
import type { ImportedHistory } from '../../../messaging/index.ts';
import type { Line, Talk, When } from './demoTalk.ts';

/** One of those who talk. */
export interface Talker {
  userId: number;
  uuid: string;
  firstName: string;
  lastName: string;
}

const MINUTE_MS = 60_000;
const TICKS_PER_MS = 10_000n;
export const timetokenAt = (at: Date) => `${BigInt(at.getTime()) * TICKS_PER_MS}`;

/** `35m` and `3h` count back from now, `2d 09:14` names an hour of a day that is over. */
export function instantOf(when: When, now: Date): Date {
  const [back = '', hour] = when.split(' ');
  const count = Number.parseInt(back, 10);
  if (back.endsWith('m')) return new Date(now.getTime() - count * MINUTE_MS);
  if (back.endsWith('h')) return new Date(now.getTime() - count * 60 * MINUTE_MS);
  const at = new Date(now);
  at.setUTCDate(at.getUTCDate() - count);
  const [hours = 12, minutes = 0] = (hour ?? '12:00').split(':').map(Number);
  at.setUTCHours(hours, minutes, 0, 0);
  return at;
}

/** One conversation as the messaging service keeps it: what was said, what was said about it, how far each has read. */
export function talkHistory(
  { between, lines, unread }: Talk,
  { tenantId, now, talkers }: { tenantId: number; now: Date; talkers: ReadonlyMap<string, Talker> },
): ImportedHistory {
  const of = (mailbox: string) => {
    const talker = talkers.get(mailbox);
    if (!talker) throw new Error(`nobody of the demo organisation is ${mailbox}`);
    return talker;
  };
  const channel = chatChannel(tenantId, of(between[0]).userId, of(between[1]).userId);
  const said = lines.map((line, index) => ({ line, index, at: instantOf(line.when, now) }));
  const positionOf = (mailbox: string) => {
    const read = unread?.by === mailbox ? said.at(-1 - unread.count) : said.at(-1);
    return timetokenAt(read?.at ?? now);
  };
  return {
    messages: said.map(({ line: { from, text, before }, index, at }) => ({
      channel,
      timetoken: timetokenAt(at),
      publisher: of(from).uuid,
      payload: {
        user: { id: of(from).userId, firstName: of(from).firstName, lastName: of(from).lastName },
        details: before ?? text,
        timestamp: at.getTime(),
      },
      meta: { id: `demo-talk-${channel.replaceAll(/\W/g, '-')}-${index}` },
    })),
    actions: said.flatMap(({ line, index, at }) => actionsOn(line, `demo-${index}`, at, of, channel)),
    memberships: between.map((mailbox) => ({
      channel,
      uuid: of(mailbox).uuid,
      custom: { timetoken: positionOf(mailbox) },
    })),
  };
}

function actionsOn(
  { from, text, liked, before }: Line,
  id: string,
  at: Date,
  of: (mailbox: string) => Talker,
  channel: string,
): ImportedHistory['actions'] {
  const said = (by: string, after: number, change: Parameters<typeof actionOf>[0]) => ({
    channel,
    messageTimetoken: timetokenAt(at),
    actionTimetoken: timetokenAt(new Date(at.getTime() + after)),
    publisher: of(by).uuid,
    ...actionOf(change, `${id}-${change.kind}`),
  });
  return [
    ...(before === undefined ? [] : [said(from, 20_000, { kind: 'edit', details: text })]),
    ...(liked ? [said(liked.by, 45_000, { kind: 'reaction', emoji: liked.emoji, isOn: true })] : []),
  ];
}
