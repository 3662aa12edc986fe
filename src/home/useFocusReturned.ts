import { useEffect, useRef } from 'react';
import type { Home } from '#contract/home.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The id of the link of a need. */
export const needLinkId = (key: string) => `need-${key}`;

/**
 * Moves the focus to a snoozed need when the user has returned it to the list, unless the user is outside the page's
 * content. The day of a snooze that ended by itself has begun.
 */
export function useFocusReturned({ needs, snoozed }: Pick<Home, 'needs' | 'snoozed'>) {
  const { today } = useFormats();
  const wasSnoozed = useRef<ReadonlyMap<string, string | null>>(new Map());
  useEffect(() => {
    const returned = needs.find(({ key }) => (wasSnoozed.current.get(key) ?? '') > today);
    wasSnoozed.current = new Map(snoozed.map(({ key, snoozedUntil }) => [key, snoozedUntil]));
    const { activeElement } = document;
    if (!returned || (activeElement !== document.body && !activeElement?.closest('.content, main'))) return;
    document.getElementById(needLinkId(returned.key))?.focus();
  }, [needs, snoozed, today]);
}
