import type { CoachingSession } from '#contract/learning/coaching.ts';
import type { AgendaSubject } from '#store/coaching/room/notesContent.ts';
import { useListObjectivesQuery } from '#store/objectives/objectivesApi.ts';
import { useGetLearnerProgramQuery, useGetProgramQuery } from '#store/programs/programsApi.ts';
import { useGetTeamPersonQuery } from '#store/team/teamApi.ts';

export interface GrowthTopic {
  topicId: string;
  title: string;
  isCompleted: boolean;
  done: number;
  total: number;
  /** The first step that is not done. */
  nextStep: string | null;
}
interface Growth {
  isLoading: boolean;
  topics: GrowthTopic[];
  objectives: { objectiveId: string; title: string }[];
}

interface Step {
  title: string;
  required: boolean;
  state: string;
}
const isDone = ({ state }: Step) => state === 'done' || state === 'waived';
const presentTopic = (topic: {
  topicId: string;
  title: string;
  completedAt: string | null;
  steps: Step[];
}): GrowthTopic => {
  const required = topic.steps.filter((step) => step.required);
  return {
    topicId: topic.topicId,
    title: topic.title,
    isCompleted: topic.completedAt !== null,
    done: required.filter(isDone).length,
    total: required.length,
    nextStep: required.find((step) => !isDone(step))?.title ?? null,
  };
};

/** The learner's selected topics and current objectives that the viewer may see. */
export function useGrowth({ programId, learnerId, relation }: CoachingSession): Growth {
  const isLearner = relation !== 'learner';
  const own = useGetProgramQuery({ programId }, { skip: !isLearner });
  const ownObjectives = useListObjectivesQuery(undefined, { skip: !isLearner });
  const theirs = useGetLearnerProgramQuery({ programId, userId: learnerId }, { skip: isLearner });
  const person = useGetTeamPersonQuery({ userId: learnerId }, { skip: isLearner });
  const topics = isLearner ? own.data?.topics : theirs.data?.topics;
  const objectives = isLearner ? ownObjectives.data?.data : person.data?.objectives;
  return {
    isLoading: own.isLoading || theirs.isLoading,
    topics: (topics ?? []).filter(({ state }) => state !== 'not_selected').map(presentTopic),
    objectives: (objectives ?? []).filter(({ state }) => state === 'active'),
  };
}

/** What an agenda item can be about. */
export const subjectsOf = ({ topics, objectives }: Growth): AgendaSubject[] => [
  ...topics.map(({ topicId, title }) => ({ kind: 'topic' as const, id: topicId, name: title })),
  ...objectives.map(({ objectiveId, title }) => ({
    kind: 'objective' as const,
    id: objectiveId,
    name: title,
  })),
];
