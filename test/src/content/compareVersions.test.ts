import type { DraftStep, TopicDraft } from '#contract/learning/authoring.ts';
import { compareVersions } from '#src/content/versions/compareSteps.ts';
import { aDraftStep, anAuthoredTopic } from './topics.ts';

const [read, practise, write] = ['read', 'practise', 'write'].map((name) =>
  aDraftStep({ stepKey: name.padEnd(16, 'x'), title: name }),
) as [DraftStep, DraftStep, DraftStep];
const topic = (...steps: DraftStep[]) => anAuthoredTopic({ steps });
/** Ids are `name/number`, so that two can have the same name. */
const nameOf = (id: string) => id.split('/')[0] ?? '';
const compare = (from: TopicDraft, to: TopicDraft) => compareVersions(from, to, nameOf);
const statesOf = (from: TopicDraft, to: TopicDraft) =>
  compare(from, to).map(({ title, state }) => [title, state]);

it('names added, changed, moved, removed and unchanged steps', () => {
  const from = topic(read, practise, write);
  expect(statesOf(from, from).map(([, state]) => state)).toEqual(Array(3).fill('unchanged'));
  const added = aDraftStep({ stepKey: 'n'.repeat(16), title: 'new' });
  expect(statesOf(from, topic(added, { ...practise, minutes: 9 }, read))).toEqual([
    ['new', 'added'],
    ['practise', 'changed'],
    ['read', 'moved'],
    ['write', 'removed'],
  ]);
});

it('shows both versions of a text word by word, and restores either version', () => {
  const to = topic({ ...read, body: 'Ask once before you tell.', required: false });
  const [step] = compare(topic(read), to);
  const side = (name: 'from' | 'to') =>
    step!.parts.filter((part) => part.side === 'both' || part.side === name).map(({ text }) => text);
  expect(side('from').join('')).toContain('Ask before you tell.');
  expect(side('to').join('')).toContain('Ask once before you tell.');
  expect(step!.parts.filter((part) => part.side === 'to').map(({ text }) => text.trim())).toEqual([
    'once',
    'optional',
  ]);
});

it('compares the texts of the topic before its steps', () => {
  const [first] = compare(topic(read), { ...topic(read), title: 'Ask twice' });
  expect([first!.title, first!.step]).toEqual(['About the topic', null]);
});

it.each([
  ['Package', { kind: 'package', packageId: 'a.zip/1' }, { packageId: 'b.zip/2' }, ['b']],
  ['File', { kind: 'file', fileId: 'a.pdf/1' }, { fileId: 'a.pdf/2' }, ['(replaced)']],
  ['Captions', { kind: 'video', fileId: 'a.mp4/1', captionsId: 'a.vtt/1' }, { captionsId: 'b.vtt/2' }, ['b']],
  ['Survey', { kind: 'survey', surveyId: 'Pulse/1' }, { surveyId: 'Review/2' }, ['Review']],
  ['Link', { kind: 'link', url: 'https://a.example' }, { url: 'https://b.example' }, ['b']],
] as const)('shows a replaced %s', (label, before, after, added) => {
  const old = { ...read, ...before };
  const [step] = compare(topic(old), topic({ ...old, ...after }));
  expect(step!.state).toBe('changed');
  expect(step!.parts.map(({ text }) => text).join('')).toContain(`${label}: `);
  expect(step!.parts.filter(({ side }) => side === 'to').map(({ text }) => text.trim())).toEqual(added);
});
