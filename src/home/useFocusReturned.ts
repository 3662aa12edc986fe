import { useEffect, useRef } from 'react';
import type { Home } from '#contract/home.ts';

/** The id of the link of a need. */
export const needLinkId = (key: string) => `need-${key}`;

/** Moves the focus to a snoozed need when it returns to the list, unless the user is outside the page's content. */
export function useFocusReturned({ needs, snoozed }: Pick<Home, 'needs' | 'snoozed'>) {
  const wasSnoozed = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const returned = needs.find(({ key }) => wasSnoozed.current.has(key));
    wasSnoozed.current = new Set(snoozed.map(({ key }) => key));
    const { activeElement } = document;
    if (!returned || (activeElement !== document.body && !activeElement?.closest('.content, main'))) return;
    document.getElementById(needLinkId(returned.key))?.focus();
  }, [needs, snoozed]);
}
