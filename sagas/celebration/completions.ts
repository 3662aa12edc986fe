import type { Finish, TopicCompletion } from '#contract/learning/enrolment.ts';
import { mutationFulfilled } from '#store/api/fulfilledMutation.ts';

export const isTopicCompleted = mutationFulfilled<TopicCompletion>('completeTopic');
export const isProgramFinished = mutationFulfilled<Finish>('finishProgram');
