import { notificationChannel } from '#contract/channels.ts';
import type { NotificationMessage } from '#contract/notifications.ts';
import type { ImportedHistory } from '../../../messaging/index.ts';
import { timetokenAt } from './talkHistory.ts';

/** Something that has happened, as a bell tells it. */
export interface News {
  receiverId: number;
  at: Date;
  body: NotificationMessage;
}

/** So many of a person's newest are told at most, and so many of these are new to them. */
const TOLD = 12;
const NEW = 2;

/** The bells of an organisation, each with what was read before. */
export function bellHistory(
  tenantId: number,
  news: readonly News[],
  uuids: ReadonlyMap<number, string>,
): ImportedHistory {
  const history: ImportedHistory = { messages: [], actions: [], memberships: [] };
  for (const [receiverId, theirs] of Map.groupBy(news, (one) => one.receiverId)) {
    const uuid = uuids.get(receiverId);
    if (!uuid) continue;
    const channel = notificationChannel(tenantId, receiverId);
    const told = theirs.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(-TOLD);
    // What happened in one moment is told one after the other.
    const times = told.map(({ at }, index) => timetokenAt(new Date(at.getTime() + index)));
    history.messages.push(
      ...told.map(({ body }, index) => ({
        channel,
        timetoken: times[index] ?? '0',
        publisher: 'trellis-server',
        payload: body,
        meta: { id: `demo-news-${receiverId}-${index}` },
      })),
    );
    const read = times.at(-1 - NEW);
    if (read) history.memberships.push({ channel, uuid, custom: { timetoken: read } });
  }
  return history;
}
