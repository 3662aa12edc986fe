import { changeTarget, NOTE_TARGET, OBJECTIVE_STATE_TARGET } from '#contract/notifications/linkTargets.ts';
import type { Participant } from '#contract/people.ts';
import { fullName } from '#contract/people.ts';
import {
  dayOf,
  daysBetween,
  formatDay,
  formatDueDate,
  plural,
  type Region,
  sentences,
} from '#server/formats.ts';
import { type FullObjective, isQuiet } from '#server/learning/objectives/index.ts';
import { type NamedPerson, participantOf } from '#server/people/index.ts';
import type { PlainNeed } from './needs.ts';
import { verbOf } from './teamReasons.ts';

interface NeedContext {
  people: ReadonlyMap<number, Participant>;
  now: Date;
  region: Region;
}
/** The part of an objective that determines the owner's needs. It has only unanswered changes, newest first. */
export interface OpenObjective extends Pick<FullObjective, 'id' | 'title' | 'state' | 'dueOn' | 'createdAt'> {
  notes: Pick<FullObjective['notes'][number], 'at'>[];
  changes: Pick<FullObjective['changes'][number], 'id' | 'actorId' | 'at' | 'reason'>[];
}
const DUE_SOON_DAYS = 7;
/** The path on which a manager sees their change of a report's objective. */
export const reportChangePath = ({ ownerId, objectiveId, changeId }: AnsweredChange) =>
  `/team?person=${ownerId}&objective=${objectiveId}#${changeTarget(changeId)}`;
/** The page of the objective, scrolled to where its owner acts. */
const pathOf = ({ id }: { id: string }, target: string) =>
  `/profile?show=objectives&objective=${id}#${target}`;

/** The needs of the viewer's own objectives: an unanswered edit, a due date, a missing note. One per objective and kind. */
export const objectiveNeeds = (objectives: OpenObjective[], context: NeedContext): PlainNeed[] => [
  ...objectives.flatMap((objective) => changeNeeds(objective, context)),
  // An objective that is due needs no second reminder to write a note.
  ...objectives.flatMap((objective) => {
    const due = dueNeed(objective, context);
    return due.length > 0 ? due : noteNeed(objective, context);
  }),
];

const changeNeeds = (objective: OpenObjective, { people, region }: NeedContext): PlainNeed[] =>
  objective.changes.map((change) => {
    const by = people.get(change.actorId);

    return {
      key: `objective_changed:${change.id}`,
      kind: 'objective_changed',
      group: 'today',
      title: by
        ? `${by.firstName} changed your objective “${objective.title}”`
        : `Your objective “${objective.title}” was changed`,
      reason: sentences(
        `Changed on ${formatDay(change.at, region)}. Accept the change or restore the previous version.`,
        change.reason && `Reason: “${change.reason}”`,
      ),
      verb: 'Answer',
      path: pathOf(objective, changeTarget(change.id)),
    };
  });

/** In its last week an objective needs a note, and from its due date on it needs a result or a new due date. */
function dueNeed(objective: OpenObjective, { now, region }: NeedContext): PlainNeed[] {
  const { state, dueOn, notes } = objective;
  if (state !== 'active' || dueOn === null) return [];
  const soonFrom = new Date(Date.parse(dueOn) - DUE_SOON_DAYS * 86_400_000).toISOString().slice(0, 10);
  const today = dayOf(now, region);
  if (today < soonFrom) return [];
  const isLate = dueOn < today;
  const isDue = dueOn <= today;
  // The title is short and ends with the date, which stays in one line.
  const date = formatDueDate(dueOn, now, region).replaceAll(' ', '\u00a0');
  if (!isDue && notes[0] && dayOf(notes[0].at, region) >= soonFrom) return [];
  return [
    {
      key: `objective_due:${objective.id}`,
      kind: 'objective_due',
      group: isLate ? 'overdue' : isDue ? 'today' : 'week',
      title: isLate ? `“${objective.title}” was due ${date}` : `Finish “${objective.title}” by ${date}`,
      reason: isDue
        ? 'Mark it as achieved or missed, or set a new due date.'
        : 'Its date is near. Add a note on your progress.',
      verb: isDue ? 'Review objective' : 'Add note',
      path: pathOf(objective, isDue ? OBJECTIVE_STATE_TARGET : NOTE_TARGET),
    },
  ];
}

function noteNeed(objective: OpenObjective, { now, region }: NeedContext): PlainNeed[] {
  if (!isQuiet(objective, now)) return [];
  const last = objective.notes[0]?.at ?? objective.createdAt;
  const days = daysBetween(last, now, region);
  return [
    {
      key: `objective_quiet:${objective.id}`,
      kind: 'objective_quiet',
      group: 'week',
      title: `Add a note to “${objective.title}”`,
      reason: plural(
        days,
        `No notes since ${formatDay(last, region)} (1 day). A short note every week helps you stay on track.`,
        `No notes since ${formatDay(last, region)} (${days} days). A short note every week helps you stay on track.`,
      ),
      verb: 'Add note',
      path: pathOf(objective, NOTE_TARGET),
    },
  ];
}

export interface AnsweredChange {
  objectiveId: string;
  changeId: string;
  ownerId: number;
  owner: NamedPerson;
  title: string;
  respondedAt: string;
}

/** The viewer's edits of reports' objectives that the owner has undone. */
export const answeredNeeds = (answers: AnsweredChange[], region: Region): PlainNeed[] =>
  answers.map((answer) => {
    const { changeId, owner, title, respondedAt } = answer;
    return {
      key: `report_objective:${changeId}`,
      kind: 'report_objective',
      group: 'week',
      title: `${fullName(owner)} restored “${title}” as it was before your change`,
      reason: `Your change was undone on ${formatDay(new Date(respondedAt), region)}. Talk to them if you disagree.`,
      verb: verbOf('objective'),
      path: reportChangePath(answer),
      action: { kind: 'message', person: participantOf(owner), text: `About “${title}”: ` },
    };
  });
