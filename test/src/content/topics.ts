import type { AuthoredTopic, DraftStep } from '#contract/learning/authoring.ts';
import { lena } from '#test/fixtures/people.ts';

export const TOPIC_ID = 'a'.repeat(16);

export const aDraftStep = (over: Partial<DraftStep> = {}): DraftStep => ({
  stepKey: 'r'.repeat(16),
  title: 'Why it matters',
  kind: 'content',
  minutes: 7,
  required: true,
  body: 'Ask before you tell.',
  goal: null,
  challenge: null,
  after: [],
  ...over,
});

export const anAuthoredTopic = (over: Partial<AuthoredTopic> = {}): AuthoredTopic => ({
  topicId: TOPIC_ID,
  state: 'draft',
  version: 1,
  title: 'Ask first',
  behaviorName: 'Asks one open question',
  description: 'How to ask',
  steps: [aDraftStep()],
  tags: [],
  owner: null,
  changedBy: {
    userId: lena.userId,
    firstName: lena.firstName,
    lastName: lena.lastName,
    initials: lena.initials,
    userAvatar: null,
  },
  changedAt: '2026-11-20T09:41:00.000Z',
  hasDraft: true,
  versions: [],
  problems: {},
  uploads: [],
  usedIn: [],
  learnersOnOlder: 0,
  review: { asked: null, comment: null },
  ...over,
});
