import {
  BookOpen,
  ClipboardList,
  Download,
  Film,
  Link,
  type LucideIcon,
  MessageCircle,
  Package,
  Pencil,
  Repeat,
  Video,
} from 'lucide-react';
import type { Step, StepKind } from '#contract/learning/steps.ts';
import { plural } from '#src/ui/text/plural.ts';

export const stepIcons: Record<StepKind, LucideIcon> = {
  content: BookOpen,
  challenge: MessageCircle,
  practice: Repeat,
  reflection: Pencil,
  session: Video,
  survey: ClipboardList,
  package: Package,
  link: Link,
  file: Download,
  video: Film,
};
export const kindLabels: Record<StepKind, string> = {
  content: 'Read',
  challenge: 'Challenge',
  practice: 'Practice',
  reflection: 'Reflection',
  session: 'Session',
  survey: 'Survey',
  package: 'Package',
  link: 'Link',
  file: 'File',
  video: 'Video',
};

/** `2 of 3 times`, or `4 times (goal: 3)` if the learner practised more often than required. */
export const timesPractised = ({ count, goal }: NonNullable<Step['tally']>) =>
  count > goal
    ? `${plural(count, '# time', '# times')} (goal: ${goal})`
    : `${count} of ${plural(goal, '# time', '# times')}`;

/** `4 min 5 s`, `1 h 10 min`. */
export function videoLength(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** `Practice · 2 of 3 times`, `Reflection · 5 min · Private`, `Read · 6 min`. */
export function stepSummary(step: Step): string {
  const parts = [kindLabels[step.kind]];
  if (step.tally) parts.push(timesPractised(step.tally));
  else if (step.minutes > 0) parts.push(`${step.minutes} min`);
  if (step.kind === 'reflection') parts.push('Private');
  if (!step.required) parts.push('Optional');
  if (step.state === 'waived') parts.push('Waived');
  return parts.join(' · ');
}
