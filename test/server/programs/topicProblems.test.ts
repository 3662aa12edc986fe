import fc from 'fast-check';
import { publishableTopicSchema, type TopicDraft } from '#contract/learning/authoring.ts';
import { stepKinds } from '#contract/learning/steps.ts';
import { findDraftProblems, inStepOrder } from '#server/learning/programs/authoring/topicProblems.ts';
import { aQuiz } from './programsApi.ts';

it('has no problems if and only if it follows every rule of a version', () => {
  const key = fc.constantFrom('aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb', 'cccccccccccccccc');
  const step = fc.record({
    stepKey: key,
    title: fc.constantFrom('', ' ', 'Read'),
    kind: fc.constantFrom(...stepKinds),
    minutes: fc.constantFrom(null, 0, 5, 480, 481),
    required: fc.boolean(),
    body: fc.constantFrom('', 'Text'),
    goal: fc.constantFrom(null, null, 3, 0),
    challenge: fc.constantFrom(null, null, aQuiz),
    url: fc.constantFrom(null, null, 'https://a.example', 'a'),
    surveyId: fc.constantFrom(null, null, 'ssssssssssssssss'),
    after: fc.array(key, { maxLength: 1 }),
  });
  const draft: fc.Arbitrary<TopicDraft> = fc.record({
    title: fc.constantFrom('', 'Ask first'),
    behaviorName: fc.constant('Asks first'),
    description: fc.constant('Text'),
    steps: fc.uniqueArray(step, { maxLength: 3, selector: ({ stepKey }) => stepKey }),
  });
  fc.assert(
    fc.property(draft, (topic) => {
      const isPublishable =
        publishableTopicSchema.safeParse(topic).success &&
        topic.steps.every(
          ({ kind, url }) =>
            (kind === 'link' && url === 'https://a.example') || (kind !== 'link' && url === null),
        ) &&
        topic.steps.every(({ kind, surveyId }) => (kind === 'survey') === (surveyId !== null)) &&
        topic.steps.some(({ required }) => required) &&
        topic.steps.every(
          ({ kind, challenge, goal, after }, index) =>
            !['package', 'file', 'video'].includes(kind) && // without an upload
            (challenge === null || kind === 'challenge') &&
            (goal === null || kind === 'practice') &&
            after.every((one) => topic.steps.slice(0, index).some(({ stepKey }) => stepKey === one)),
        );
      expect(Object.keys(findDraftProblems(topic)).length === 0).toBe(isPublishable);
    }),
    { numRuns: 500 },
  );
});

it('lists problems in the order of the editor: the topic, the list of steps, then step by step', () => {
  const found = { 'steps.10.url': '', 'steps.2.surveyId': '', steps: '', 'steps.2.url': '', title: '' };
  expect(Object.keys(inStepOrder(found))).toEqual([
    'title',
    'steps',
    'steps.2.surveyId',
    'steps.2.url',
    'steps.10.url',
  ]);
});
