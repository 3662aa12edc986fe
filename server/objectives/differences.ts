import type { Difference, EditableField, Measure } from '#contract/objectives.ts';
import type { FieldChange } from '../db/schema/objectives.ts';

const LABELS: Record<EditableField, string> = {
  title: 'Title',
  why: 'Why',
  measure: 'Measure',
  dueOn: 'Due',
  ifThenPlan: 'If-then plan',
  topicId: 'Topic',
};

/** A calendar day needs no zone: `2027-03-01` is Mar 1, 2027 everywhere. */
const dayInWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`));

export const measureInWords = (measure: Measure) =>
  measure.kind === 'text'
    ? measure.text
    : `From ${measure.from} to ${measure.to}${measure.unit ? ` ${measure.unit}` : ''}`;

/** A change as a screen and a notification say it. */
export const differencesOf = (
  fields: readonly FieldChange[],
  topicTitles: ReadonlyMap<string, string>,
): Difference[] =>
  fields.map(({ field, before, after }) => {
    const words = (value: FieldChange['before']): string | null => {
      if (value === null) return null;
      if (typeof value !== 'string') return measureInWords(value);
      if (field === 'dueOn') return dayInWords(value);
      return field === 'topicId' ? (topicTitles.get(value) ?? 'A topic') : value;
    };
    return { field, label: LABELS[field], before: words(before), after: words(after) };
  });

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const short = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text);

/**
 * The difference as the words that come with a notification. They may hold a few tags, so what people wrote is made
 * harmless first.
 */
export const differenceText = (differences: readonly Difference[], reason: string | null): string =>
  [
    ...differences.map(
      ({ label, before, after }) =>
        `<b>${label}</b>: ${escaped(short(before ?? 'nothing'))} → ${escaped(short(after ?? 'nothing'))}`,
    ),
    ...(reason ? [`<b>Reason</b>: ${escaped(short(reason))}`] : []),
  ].join('<br>');
