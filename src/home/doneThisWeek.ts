import type { Growth } from '#contract/home.ts';
import { plural } from '#src/ui/text/plural.ts';

/** What the viewer completed since Monday; null if nothing. The last week of the growth is this week. */
export function doneSentence({ weeks }: Growth): string | null {
  const { steps, topics } = weeks.at(-1) ?? { steps: 0, topics: 0 };
  const done = [
    steps > 0 && plural(steps, '# step', '# steps'),
    topics > 0 && plural(topics, '# topic', '# topics'),
  ].filter(Boolean);
  return done.length === 0 ? null : `You completed ${done.join(' and ')} since Monday.`;
}
