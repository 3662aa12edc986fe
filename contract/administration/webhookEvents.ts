import * as z from 'zod/mini';
import { instant, numericId, randomId } from '#contract/text.ts';
import { personStatus } from './peopleAdmin.ts';

/** Events contain ids and states, but not people's names, addresses or texts. Receivers read those with other calls. */
const person = { userId: numericId };
const inProgram = { ...person, programId: randomId };

/** The event catalogue: for each event, when it is sent and which data it has. */
export const webhookEvents = {
  'person.invited': {
    summary: 'A person was invited to the organisation.',
    data: z.object(person),
  },
  'person.joined': {
    summary:
      'A person accepted the invitation, or signed in through your identity provider for the first time.',
    data: z.object(person),
  },
  'person.deactivated': {
    summary: 'A person’s account was deactivated.',
    data: z.object(person),
  },
  'person.reactivated': {
    summary:
      'A person’s account was reactivated. The status “invited” means that the person has not signed in yet.',
    data: z.object({ ...person, status: personStatus }),
  },
  'topic.completed': {
    summary: 'A person completed a topic of a program.',
    data: z.object({ ...inProgram, topicId: randomId }),
  },
  'program.completed': {
    summary: 'A person completed all selected topics of a program.',
    data: z.object(inProgram),
  },
} as const;
export type WebhookEventType = keyof typeof webhookEvents;
export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEventType[];

/** Sent by an administrator to try an endpoint. */
export const TEST_EVENT = 'webhook.test';

export type WebhookEvent = {
  [Type in WebhookEventType]: { type: Type; data: z.infer<(typeof webhookEvents)[Type]['data']> };
}[WebhookEventType];

/** The body of a message. */
export const bodySchemaOf = (type: WebhookEventType) =>
  z.object({ type: z.literal(type), timestamp: instant, data: webhookEvents[type].data });
