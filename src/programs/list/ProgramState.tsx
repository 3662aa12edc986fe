import type { ProgramStatus } from '#contract/learning/programSetup.ts';
import { Tag } from '#src/ui/display/Tag.tsx';

const labels: Record<ProgramStatus, string> = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  active: 'Active',
  paused: 'Paused',
  closed: 'Closed',
  archived: 'Archived',
};

interface ProgramStateProps {
  status: ProgramStatus;
  /** A draft that the administrators are asked to launch. */
  isInReview: boolean;
}

/** The state of a program as a word, with the same text on all screens. */
export function ProgramState({ status, isInReview }: ProgramStateProps) {
  if (isInReview) return <Tag tone="amber">{labels.in_review}</Tag>;
  return status === 'active' ? <Tag tone="primary">{labels.active}</Tag> : <Tag>{labels[status]}</Tag>;
}
