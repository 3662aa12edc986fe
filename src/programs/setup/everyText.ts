import { plural } from '#src/ui/text/plural.ts';

/** `Every 2 weeks` */
export const everyText = (days: number) =>
  days % 7 === 0
    ? plural(days / 7, 'Every week', 'Every # weeks')
    : plural(days, 'Every day', 'Every # days');
