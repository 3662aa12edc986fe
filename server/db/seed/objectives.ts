import type { Measure } from '#contract/objectives.ts';
import type { Chance } from './chance.ts';
import type { Days } from './organisation.ts';
import type { OrganisationRows } from './organisationRows.ts';

export interface ObjectiveText {
  ownerId: number;
  title: string;
  why: string;
  measure: Measure;
  ifThenPlan?: string;
  dueInDays: number | null;
  visibility: 'private' | 'coach' | 'manager';
  state: 'draft' | 'active' | 'achieved' | 'missed' | 'dropped';
  isAtRisk?: true;
  createdDaysAgo: number;
  /** By the days since: what was noted, where a number stands. */
  notes: { daysAgo: number; text: string; value?: number; isPrivate?: true }[];
  /** What the manager changed, and has not been answered. */
  edit?: {
    actorId: number;
    daysAgo: number;
    before: Partial<Record<'title' | 'why', string>>;
    reason: string;
  };
}

export function addObjective(
  rows: OrganisationRows,
  text: ObjectiveText,
  { chance, days, now }: { chance: Chance; days: Days; now: Date },
) {
  const tenantId = rows.tenant.id;
  const id = chance.id();
  const createdAt = days(text.createdDaysAgo);
  const isOver = text.state !== 'draft' && text.state !== 'active';
  const { title, why, edit } = text;
  const last = Math.min(...text.notes.map(({ daysAgo }) => daysAgo), edit?.daysAgo ?? text.createdDaysAgo);
  rows.objectives.push({
    id,
    tenantId,
    ownerId: text.ownerId,
    title,
    why,
    measure: text.measure,
    dueOn:
      text.dueInDays === null
        ? null
        : new Date(now.getTime() + text.dueInDays * 86_400_000).toISOString().slice(0, 10),
    ifThenPlan: text.ifThenPlan ?? null,
    visibility: text.visibility,
    state: text.state,
    isAtRisk: text.isAtRisk ?? false,
    version: edit ? 2 : 1,
    createdAt,
    updatedAt: days(last),
    endedAt: isOver ? days(last) : null,
  });
  rows.objectiveNotes.push(
    ...text.notes.map(({ daysAgo, text: words, value, isPrivate }) => ({
      id: chance.id(),
      tenantId,
      objectiveId: id,
      text: words,
      value: value ?? null,
      isShared: !isPrivate,
      at: days(daysAgo),
    })),
  );
  if (!edit) return;
  rows.objectiveChanges.push({
    id: chance.id(),
    tenantId,
    objectiveId: id,
    actorId: edit.actorId,
    at: days(edit.daysAgo),
    reason: edit.reason,
    fields: (['title', 'why'] as const).flatMap((field) =>
      edit.before[field] === undefined
        ? []
        : [{ field, before: edit.before[field], after: { title, why }[field] }],
    ),
    response: 'pending',
  });
}
