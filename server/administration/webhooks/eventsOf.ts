import type { WebhookEvent } from '#contract/administration/webhookEvents.ts';
import type { NewEntry } from '#server/administration/audit/index.ts';

type ToEvent = (entry: NewEntry) => WebhookEvent;

/** Subjects here are people, whose ids are numbers. */
const personIn = ({ subject }: NewEntry) => ({ userId: Number(subject.id) });

const joined: ToEvent = (entry) => ({ type: 'person.joined', data: personIn(entry) });
const events: Partial<Record<NewEntry['action'], ToEvent>> = {
  'person.invited': (entry) => ({ type: 'person.invited', data: personIn(entry) }),
  'person.activated': joined,
  'person.provisioned': joined,
  'person.deactivated': (entry) => ({ type: 'person.deactivated', data: personIn(entry) }),
  'person.reactivated': (entry) => ({
    type: 'person.reactivated',
    data: { ...personIn(entry), status: entry.changes?.status?.after === 'invited' ? 'invited' : 'active' },
  }),
};

/** Derives events from audit entries, so that every way of changing a person sends the same events. */
export const eventsOf = (entries: readonly NewEntry[]): WebhookEvent[] =>
  entries.flatMap((entry) => events[entry.action]?.(entry) ?? []);
