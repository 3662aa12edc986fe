import type { ProgramFile, Templates } from '#contract/learning/programLife.ts';
import { notFound } from '#server/http/httpError.ts';
import { clearCommunication } from './clearCommunication.ts';
import { difficultConversations } from './difficultConversations.ts';
import { newTeamLeads } from './newTeamLeads.ts';
import type { ProgramText, TopicText } from './programText.ts';

interface Template {
  key: string;
  text: ProgramText;
  weeks: number;
  selectionMin: number;
  selectionMax: number;
}

/** The built-in templates. */
const templates: readonly Template[] = [
  { key: 'new-team-leads', text: newTeamLeads, weeks: 12, selectionMin: 1, selectionMax: 3 },
  { key: 'clear-communication', text: clearCommunication, weeks: 8, selectionMin: 1, selectionMax: 3 },
  {
    key: 'difficult-conversations',
    text: difficultConversations,
    weeks: 6,
    selectionMin: 1,
    selectionMax: 2,
  },
];

const topicsOf = ({ text }: Template) => text.topics.map((topic) => ({ ...topic, steps: stepsOf(topic) }));

const stepsOf = ({ steps, newer }: TopicText) =>
  (newer?.steps ?? steps).map(
    ({ goal = null, challenge = null, isOptional, after = [], ...step }, index) => ({
      ...step,
      stepKey: keyOf(index),
      required: !isOptional,
      goal,
      challenge,
      after: after.map(keyOf),
    }),
  );

/** Replaced by a random key when the topic is created. */
const keyOf = (index: number) => `step${index}`.padEnd(16, '0');

export const listTemplates = (): Templates => ({
  data: templates.map((template) => ({
    key: template.key,
    name: template.text.name,
    purpose: template.text.purpose,
    weeks: template.weeks,
    selectionMin: template.selectionMin,
    selectionMax: Math.min(template.selectionMax, template.text.topics.length),
    topics: topicsOf(template).map(({ title, steps }) => ({
      title,
      minutes: steps.filter(({ required }) => required).reduce((sum, { minutes }) => sum + minutes, 0),
      steps: steps.length,
      sessions: steps.filter(({ kind }) => kind === 'session').length,
    })),
  })),
});

/** A template as a file, which is imported like any other. */
export function templateFile(key: string): ProgramFile {
  const template = templates.find((one) => one.key === key);
  if (!template) throw notFound();
  const { text, weeks, selectionMin, selectionMax } = template;
  return {
    format: 'trellis-program',
    formatVersion: 1,
    program: {
      name: text.name,
      purpose: text.purpose,
      selectionMin,
      selectionMax: Math.min(selectionMax, text.topics.length),
      confirmation: 'self',
      managerVisible: true,
      due: { kind: 'days', days: weeks * 7 },
    },
    topics: topicsOf(template).map(({ title, behaviorName, description, steps }) => ({
      title,
      behaviorName,
      description,
      steps,
      tags: [],
    })),
  };
}
