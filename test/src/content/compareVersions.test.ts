import type { DraftStep } from '#contract/learning/authoring.ts';
import { compareVersions } from '#src/content/versions/compareSteps.ts';
import { aDraftStep, anAuthoredTopic } from './topics.ts';

const [read, practise, write] = ['read', 'practise', 'write'].map((name) =>
  aDraftStep({ stepKey: name.padEnd(16, 'x'), title: name }),
) as [DraftStep, DraftStep, DraftStep];
const topic = (...steps: DraftStep[]) => anAuthoredTopic({ steps });
const statesOf = (...args: Parameters<typeof compareVersions>) =>
  compareVersions(...args).map(({ title, state }) => [title, state]);

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
  const [step] = compareVersions(topic(read), to);
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
  const [first] = compareVersions(topic(read), { ...topic(read), title: 'Ask twice' });
  expect([first!.title, first!.step]).toEqual(['About the topic', null]);
});
