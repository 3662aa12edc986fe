import type { Measure } from '#contract/learning/objectives.ts';
import type { Days } from './createOrganisation.ts';
import type { OrganisationRows } from './organisationRows.ts';
import type { Random } from './random.ts';

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
  /** Notes, with the current value for a numeric measure. */
  notes: { daysAgo: number; text: string; value?: number; isPrivate?: true }[];
  /** An edit by the manager that the owner has not answered. */
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
  { random, days, now }: { random: Random; days: Days; now: Date },
) {
  const tenantId = rows.tenant.id;
  const id = random.id();
  const createdAt = days(text.createdDaysAgo);
  const hasEnded = text.state !== 'draft' && text.state !== 'active';
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
    endedAt: hasEnded ? days(last) : null,
  });
  rows.objectiveNotes.push(
    ...text.notes.map(({ daysAgo, text: note, value, isPrivate }) => ({
      id: random.id(),
      tenantId,
      objectiveId: id,
      text: note,
      value: value ?? null,
      isShared: !isPrivate,
      at: days(daysAgo),
    })),
  );
  if (!edit) return;
  rows.objectiveChanges.push({
    id: random.id(),
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
