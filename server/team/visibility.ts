import type { OwnVisibility, Visibility, VisibleThing } from '#contract/team.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import { notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/viewer.ts';
import { type AccessWindow, findParticipants, findWindows } from '../people/index.ts';
import { accessOf, findAccess } from './access.ts';
import { findSeenOf, type Seen } from './seen.ts';

/** What the viewer sees of a person: the same list that the person is shown about the viewer. */
export async function readVisibility(
  tx: TenantTransaction,
  viewer: Viewer,
  subjectId: number,
  now: Date,
): Promise<Visibility> {
  const who = { viewerId: viewer.userId, subjectId };
  const { windows } = await findAccess(tx, who, now);
  const visibility = await visibilityOf(tx, who, windows);
  if (!visibility) throw notFound();
  return visibility;
}

/** Everybody who sees something of the viewer, or lately did. */
export async function readOwnVisibility(
  tx: TenantTransaction,
  viewer: Viewer,
  now: Date,
): Promise<OwnVisibility> {
  const windows = await findWindows(tx, { subjectId: viewer.userId }, now);
  const data: Visibility[] = [];
  for (const [viewerId, ofOne] of Map.groupBy(windows, (window) => window.viewerId)) {
    const visibility = await visibilityOf(tx, { viewerId, subjectId: viewer.userId }, ofOne);
    if (visibility) data.push(visibility);
  }
  return { data };
}

async function visibilityOf(
  tx: TenantTransaction,
  who: { viewerId: number; subjectId: number },
  windows: AccessWindow[],
): Promise<Visibility | null> {
  const people = await findParticipants(tx, [who.viewerId, who.subjectId]);
  const [viewer, subject] = [people.get(who.viewerId), people.get(who.subjectId)];
  const access = accessOf(windows);
  if (!viewer || !subject || !access) return null;
  return { subject, viewer, access, things: thingsOf(await findSeenOf(tx, who, windows), access) };
}

function thingsOf({ plans, objectives }: Seen, access: Visibility['access']): VisibleThing[] {
  const isFormer = access.until !== null;
  const completed = plans.flatMap(({ topics }) => topics.filter(({ completedAt }) => completedAt)).length;
  const asOfThen = isFormer ? ` As it was on ${access.until}, until ${access.readableUntil}.` : '';
  const whose = access.relation === 'manager' ? 'manager' : 'coach';
  return [
    {
      thing: 'Programs, chosen topics and how far they are',
      isVisible: plans.length > 0,
      rule: `Programs show them to the ${whose}, unless a program says otherwise.${asOfThen}`,
      count: plans.length,
    },
    {
      thing: 'Completed topics',
      isVisible: plans.length > 0,
      rule: `With the programs, and told when it happens.${asOfThen}`,
      count: completed,
    },
    {
      thing: 'Programs that are kept from them',
      isVisible: false,
      rule: 'Kept from the manager by the program, coached by somebody else, or over before the relation began.',
      count: null,
    },
    {
      thing: 'Objectives that are shared',
      isVisible: objectives.length > 0,
      rule: isFormer
        ? 'Shared with who is manager or coach today.'
        : 'Each objective says whom it is shared with: nobody, the coach, or coach and manager.',
      count: objectives.length,
    },
    {
      thing: 'Progress notes on shared objectives',
      isVisible: objectives.some(({ objective }) => objective.notes.some(({ isShared }) => isShared)),
      rule: 'Only the notes that were marked as shared.',
      count: objectives.reduce(
        (sum, { objective }) => sum + objective.notes.filter(({ isShared }) => isShared).length,
        0,
      ),
    },
    ...NEVER.map(([thing, rule]) => ({ thing, isVisible: false, rule, count: null })),
  ];
}

/** What nobody but the person reads; the rules are those of the answers, which never hold it. */
const NEVER: [thing: string, rule: string][] = [
  ['Reflections and answers to challenges', 'Only the person who wrote them reads them.'],
  ['Why a topic was chosen, and the if-then plan', 'Only the person who wrote them reads them.'],
  ['Private objectives and drafts', 'Not even how many there are.'],
  ['Conversations with others', 'Only the two who write to each other.'],
  ['The readiness result', 'Only the person who answered.'],
];
