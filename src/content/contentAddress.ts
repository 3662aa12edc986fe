import { useNavigate } from 'react-router-dom';
import { topicStates } from '#contract/learning/authoring.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import type { ContentFilter } from '#store/content/contentApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

export const topicPath = (topicId: string) => `/content/topics/${topicId}`;
/** If `to` is missing, the draft is compared. */
export const versionsPath = (topicId: string, { from, to }: { from: number; to: number | null }) =>
  `${topicPath(topicId)}/versions?from=${from}${to === null ? '' : `&to=${to}`}`;

/** Search and filters of the library. They are part of the address, so that Back and links restore them. */
export function useContentAddress() {
  const navigate = useNavigate();
  const { pathname, search } = useAppSelector(selectLocation);
  const params = new URLSearchParams(search);
  const change = (values: Record<string, string>, replace = false) => {
    for (const [name, value] of Object.entries(values))
      if (value === '') params.delete(name);
      else params.set(name, value);
    void navigate({ pathname, search: params.toString() }, { replace });
  };
  const state = topicStates.find((one) => one === params.get('state'));
  const tag = params.get('tag') ?? '';
  const ownerId = /^[1-9][0-9]{0,8}$/.exec(params.get('owner') ?? '')?.[0] ?? '';
  const filter: Omit<ContentFilter, 'search'> = {
    ...(state && { state }),
    ...(tag && { tag }),
    ...(ownerId && { ownerId }),
  };
  return {
    search: params.get('search') ?? '',
    searchFor: (text: string) => change({ search: text }, true),
    filter,
    setState: (value: string) => change({ state: value }),
    setTag: (value: string) => change({ tag: value }),
    setOwner: (value: string) => change({ owner: value }),
    clear: () => change({ search: '', state: '', tag: '', owner: '' }),
  };
}
export type ContentAddress = ReturnType<typeof useContentAddress>;
