import { BookOpen, ClipboardList, type LucideIcon, MessageCircle, Pencil, Repeat, Video } from 'lucide-react';
import type { Step, StepKind } from '#contract/steps.ts';

export const stepIcons: Record<StepKind, LucideIcon> = {
  content: BookOpen,
  challenge: MessageCircle,
  practice: Repeat,
  reflection: Pencil,
  session: Video,
  survey: ClipboardList,
};
const names: Record<StepKind, string> = {
  content: 'Read',
  challenge: 'Challenge',
  practice: 'Practice',
  reflection: 'Reflection',
  session: 'Session',
  survey: 'Survey',
};

export const isDone = (step: Pick<Step, 'state'>) => step.state === 'done' || step.state === 'waived';

/** `Practice, tried 2 of 3 times`, `Reflection, for your eyes only`, `Read, 6 min`. */
export function stepKindLine(step: Step): string {
  const parts = [names[step.kind]];
  if (step.tally) parts.push(`tried ${step.tally.count} of ${step.tally.goal} times`);
  else if (step.kind === 'reflection') parts.push('for your eyes only');
  else if (step.minutes > 0) parts.push(`${step.minutes} min`);
  if (!step.required) parts.push('optional');
  if (step.state === 'waived') parts.push('waived');
  return parts.join(', ');
}
