import type { Difference, EditableField, Measure } from '#contract/learning/objectives.ts';
import type { FieldChange } from '#server/db/schema/objectives.ts';
import { formatFullDate, type Region } from '#server/formats.ts';

const LABELS: Record<EditableField, string> = {
  title: 'Title',
  why: 'Why',
  measure: 'Measure',
  dueOn: 'Due',
  ifThenPlan: 'If-then plan',
  topicId: 'Topic',
};

const formatMeasure = (measure: Measure) => {
  if (measure.kind === 'text') return measure.text;
  const { from, to, unit } = measure;
  if (!unit) return `From ${from} to ${to}`;
  return unit.startsWith('%') ? `From ${from} to ${to}${unit}` : `From ${from} to ${to} ${unit}`;
};

/** The changed fields with their values as text in the reader's language, for screens and notifications. */
export const presentChangedFields = (
  fields: readonly FieldChange[],
  topicTitles: ReadonlyMap<string, string>,
  region: Pick<Region, 'locale'>,
): Difference[] =>
  fields.map(({ field, before, after }) => {
    const format = (value: FieldChange['before']): string | null => {
      if (value === null) return null;
      if (typeof value !== 'string') return formatMeasure(value);
      if (field === 'dueOn') return formatFullDate(value, region);
      return field === 'topicId' ? (topicTitles.get(value) ?? 'Unknown topic') : value;
    };
    return { field, label: LABELS[field], before: format(before), after: format(after) };
  });

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const shorten = (text: string) => (text.length > 160 ? `${text.slice(0, 159)}…` : text);

/** The objective and its changes as HTML for a notification. All values are escaped. See docs/decisions/0020-notification-texts-and-markup.md. */
export const changeNotificationHtml = (
  title: string,
  differences: readonly Difference[],
  reason: string | null,
): string =>
  [
    `<b>Objective</b>: “${escapeHtml(title)}”`,
    ...differences.map(
      ({ label, before, after }) =>
        `<b>${label}</b>: ${escapeHtml(shorten(before ?? 'none'))} → ${escapeHtml(shorten(after ?? 'none'))}`,
    ),
    ...(reason ? [`<b>Reason</b>: ${escapeHtml(shorten(reason))}`] : []),
  ].join('<br>');
