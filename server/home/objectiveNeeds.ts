import type { Need } from '#contract/home.ts';
import { fullName } from '#contract/people.ts';
import type { Participant } from '#contract/programs.ts';
import { type FullObjective, isQuiet } from '../objectives/index.ts';
import { dayInWords, dayOf, daysBetween, dueInWords } from './words.ts';

interface Circumstances {
  people: ReadonlyMap<number, Participant>;
  now: Date;
  timeZone: string;
}
const DUE_SOON_DAYS = 7;
/** A report's objective, as their manager opens it. */
export const reportObjectivePath = ({ ownerId, objectiveId }: { ownerId: number; objectiveId: string }) =>
  `/team?person=${ownerId}&objective=${objectiveId}`;
const pathOf = ({ id }: { id: string }) => `/profile?show=objectives&objective=${id}`;

/** What the viewer's own objectives ask for: an answer to an edit, an end, a note. One need for each objective and kind. */
export const objectiveNeeds = (objectives: FullObjective[], circumstances: Circumstances): Need[] => [
  ...objectives.flatMap((objective) => changed(objective, circumstances)),
  // What is due is written about anyway: it is not asked for twice.
  ...objectives.flatMap((objective) => {
    const ends = due(objective, circumstances);
    return ends.length > 0 ? ends : quiet(objective, circumstances);
  }),
];

const changed = (objective: FullObjective, { people, timeZone }: Circumstances): Need[] =>
  objective.changes
    .filter(({ response }) => response === 'pending')
    .map((change) => {
      const by = people.get(change.actorId);
      const because = change.reason ? ` The reason: “${change.reason}”` : '';
      return {
        key: `objective_changed:${change.id}`,
        kind: 'objective_changed',
        group: 'today',
        title: `Look at what ${by ? by.firstName : 'somebody'} changed in “${objective.title}”`,
        reason: `Changed on ${dayInWords(change.at, timeZone)}; it counts, and stays marked until you accept it, discuss it or put it back.${because}`,
        verb: 'See change',
        path: pathOf(objective),
      };
    });

function due(objective: FullObjective, { now, timeZone }: Circumstances): Need[] {
  const { state, dueOn } = objective;
  if (state !== 'active' || dueOn === null) return [];
  const today = dayOf(now, timeZone);
  const soon = dayOf(new Date(now.getTime() + DUE_SOON_DAYS * 86_400_000), timeZone);
  if (dueOn > soon) return [];
  const isLate = dueOn < today;
  return [
    {
      key: `objective_due:${objective.id}`,
      kind: 'objective_due',
      group: isLate ? 'overdue' : dueOn === today ? 'today' : 'week',
      title: isLate ? `Say how “${objective.title}” ended` : `Bring “${objective.title}” home`,
      reason: isLate
        ? `It was due ${dueInWords(dueOn)}. Achieved, missed or given more time: said plainly it makes room for the next.`
        : `It is due ${dueInWords(dueOn)}. A note on where it stands shows what is left.`,
      verb: 'Open',
      path: pathOf(objective),
    },
  ];
}

function quiet(objective: FullObjective, { now, timeZone }: Circumstances): Need[] {
  if (!isQuiet(objective, now)) return [];
  const last = objective.notes[0]?.at ?? objective.createdAt;
  return [
    {
      key: `objective_quiet:${objective.id}`,
      kind: 'objective_quiet',
      group: 'week',
      title: `Note how “${objective.title}” goes`,
      reason: `Nothing was written since ${dayInWords(last, timeZone)}, ${daysBetween(last, now)} days. What is noted weekly is reached more often.`,
      verb: 'Write a note',
      path: pathOf(objective),
    },
  ];
}

export interface AnsweredChange {
  objectiveId: string;
  changeId: string;
  ownerId: number;
  title: string;
  response: 'disputed' | 'restored';
  respondedAt: Date;
}

/** What became of the viewer's own edits: somebody wants to talk about one, or has put it back. */
export const answeredNeeds = (answers: AnsweredChange[], { people, timeZone }: Circumstances): Need[] =>
  answers.flatMap(({ changeId, objectiveId, ownerId, title, response, respondedAt }): Need[] => {
    const owner = people.get(ownerId);
    if (!owner) return [];
    const isDisputed = response === 'disputed';
    return [
      {
        key: `report_objective:${changeId}:${response}`,
        kind: 'report_objective',
        group: isDisputed ? 'today' : 'week',
        title: isDisputed
          ? `${fullName(owner)} wants to talk about your change`
          : `${fullName(owner)} put back what you changed`,
        reason: `In “${title}”, on ${dayInWords(respondedAt, timeZone)}. ${isDisputed ? 'Ask what they would rather have, then settle it together.' : 'If it matters to you, say why in person.'}`,
        verb: 'Open',
        path: reportObjectivePath({ ownerId, objectiveId }),
      },
    ];
  });
