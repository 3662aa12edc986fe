import { plural } from '#src/ui/text/plural.ts';

interface SizedStep {
  required: boolean;
  minutes: number | null;
}

/** `2 steps, 25 min`. Only required steps have a time. With optional steps: `3 steps, 2 required (25 min)`. */
export function stepsSize(steps: readonly SizedStep[]): string {
  const required = steps.filter((step) => step.required);
  const minutes = required.reduce((sum, step) => sum + (step.minutes ?? 0), 0);
  const count = plural(steps.length, '# step', '# steps');
  if (required.length < steps.length) {
    const some = `${count}, ${required.length} required`;
    return minutes > 0 ? `${some} (${minutes} min)` : some;
  }
  return minutes > 0 ? `${count}, ${minutes} min` : count;
}
