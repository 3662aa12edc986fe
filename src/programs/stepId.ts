/** Where a step's line is found by what leads to it. */
export const stepId = (topicId: string, stepKey: string) => `step-${topicId}-${stepKey}`;
