import type { DraftStep, TopicDraft } from '#contract/learning/authoring.ts';
import { ruleOf } from '#contract/learning/stepRules.ts';
import type { StepKind } from '#contract/learning/steps.ts';
import { plural } from '#src/ui/text/plural.ts';

export const kindOptions: readonly { kind: StepKind; label: string; help: string }[] = [
  { kind: 'content', label: 'Read', help: 'A text to read.' },
  { kind: 'link', label: 'Link', help: 'A page on the web.' },
  { kind: 'file', label: 'File', help: 'A document to download.' },
  { kind: 'video', label: 'Video', help: 'A video with captions.' },
  { kind: 'challenge', label: 'Challenge', help: 'A task, or a quiz that is graded immediately.' },
  { kind: 'practice', label: 'Practice', help: 'Something to try several times at work.' },
  { kind: 'reflection', label: 'Reflection', help: 'A question that learners answer for themselves.' },
  { kind: 'session', label: 'Session', help: 'A conversation with the coach.' },
  { kind: 'package', label: 'Package', help: 'A SCORM or H5P package from your authoring tool.' },
  { kind: 'survey', label: 'Survey', help: 'A survey that learners answer.' },
];

/** How a step is completed, as a sentence. */
export function ruleSentence(step: DraftStep): string {
  const rule = ruleOf(step);
  switch (rule.kind) {
    case 'viewed':
      return 'Done when the learner marks it as done.';
    case 'submitted':
      return 'Done when the learner saves a text. No one else can read it.';
    case 'passed':
      return `Done when the learner reaches ${rule.atLeast}%.`;
    case 'tally':
      return rule.goal === null
        ? 'Done after the set number of times.'
        : plural(rule.goal, 'Done after # time.', 'Done after # times.');
    case 'held':
      return 'Done when the session is held.';
    case 'answered':
      return 'Done when the survey is answered.';
    case 'package':
      return 'Done when the package reports that it is completed.';
    case 'downloaded':
      return 'Done when the learner downloads the file.';
    case 'watched':
      return `Done when the learner has watched ${rule.atLeast}% of the video.`;
  }
}

const fieldLabels: Record<string, string> = {
  title: 'Title',
  behaviorName: 'Behaviour',
  description: 'Description',
  steps: 'Steps',
  minutes: 'Minutes',
  body: 'Text',
  goal: 'Times to practise',
  after: 'Earlier steps',
  challenge: 'Challenge',
  packageId: 'Package',
  fileId: 'File',
  captionsId: 'Captions',
  surveyId: 'Survey',
  url: 'Web address',
  questions: 'Questions',
  options: 'Answers',
  places: 'Scene',
  choices: 'Choices',
  start: 'Start',
  task: 'Task',
  groups: 'Groups',
  group: 'Group',
  cards: 'Cards',
  gaps: 'Sentences',
  accepted: 'Accepted answers',
  mistakes: 'Wrong answers',
  otherwise: 'Reason',
  text: 'Text',
  reason: 'Reason',
  passAt: 'Pass mark',
  notes: 'What is new',
  tags: 'Tags',
};

/** The label of a problem's field, from the last named part of its path. */
export const labelOf = (path: string) =>
  fieldLabels[path.split('.').findLast((part) => Object.hasOwn(fieldLabels, part)) ?? ''] ?? 'Content';

/** Items of a challenge, numbered from 1. */
const partNames: Record<string, string> = {
  questions: 'question',
  options: 'answer',
  places: 'scene',
  choices: 'choice',
  groups: 'group',
  cards: 'card',
  gaps: 'sentence',
  accepted: 'accepted answer',
  mistakes: 'wrong answer',
};

/** The location of a problem: its step and question. */
export function problemSentence(path: string, message: string, { steps }: Pick<TopicDraft, 'steps'>): string {
  const sentence = `${labelOf(path)} ${message}`;
  const [root, index, ...rest] = path.split('.');
  if (root !== 'steps' || index === undefined) return sentence;
  const title = steps[Number(index)]?.title.trim();
  const step = title ? `“${title}”` : `Step ${Number(index) + 1}`;
  const parts = [rest.slice(1, 3), rest.slice(3, 5)].map(([list = '', item]) =>
    item !== undefined && Object.hasOwn(partNames, list) ? `, ${partNames[list]} ${Number(item) + 1}` : '',
  );
  return `${step}${parts.join('')}: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
