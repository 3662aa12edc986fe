import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { ReactionEmoji } from '#contract/chatChanges.ts';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import { selectShownMarks } from '#store/chat/chatSelectors.ts';
import {
  messageChanged,
  messageChangeGivenUp,
  messageChangeRetried,
  messageRetried,
} from '#store/chat/chatSlice.ts';
import { mayChange, shownPost } from '#store/chat/marks.ts';
import type { Post } from '#store/chat/post.ts';
import { editStarted } from '#store/drafts/draftsSlice.ts';
import { CopyNote } from './CopyNote.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { MessageDeeds } from './Message.tsx';
import { type MenuPlace, MessageMenu } from './MessageMenu.tsx';

interface Options {
  channel: string;
  ownId: number;
  peerName: string;
  list: RefObject<HTMLElement | null>;
}
interface OpenMenu {
  post: Post;
  place: MenuPlace;
  mayChange: boolean;
}

/** What one can do with messages: what rows are given for it, and what floats over the list while one does it. */
export function useMessageDeeds({ channel, ownId, peerName, list }: Options) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [deleting, setDeleting] = useState<Post | null>(null);
  const [copied, setCopied] = useState<{ isDone: boolean } | null>(null);
  /** Where one has been last among the rows. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const button = useRef<HTMLElement | null>(null);
  const shown = useCallback(
    (post: Post) => shownPost(post, selectShownMarks(store.getState())[post.timetoken ?? ''], ownId),
    [store, ownId],
  );
  const close = useCallback(() => {
    setMenu(null);
    setDeleting(null);
    button.current?.focus({ preventScroll: true });
  }, []);

  const deeds = useMemo((): MessageDeeds => {
    return {
      focused: ({ id }) => setActiveId(id),
      openMenu(post, element) {
        button.current = element;
        const frame = list.current?.getBoundingClientRect();
        const { top, bottom } = (element.parentElement ?? element).getBoundingClientRect();
        const place = { above: top - (frame?.top ?? 0), below: bottom - (frame?.top ?? 0) };
        const isOwn = post.publisherId === ownId;
        setMenu({ post, place: { ...place, isOwn }, mayChange: mayChange(post, ownId, Date.now()) });
      },
      react(post, emoji) {
        if (post.timetoken === null) return;
        const isOn = !shown(post).reactions.some((one) => one.emoji === emoji && one.isMine);
        const change = { kind: 'reaction', emoji: emoji as ReactionEmoji, isOn } as const;
        dispatch(messageChanged(channel, post.timetoken, change));
      },
      retry: ({ id }) => void dispatch(messageRetried({ channel, id })),
      retryChange: ({ id }) => void dispatch(messageChangeRetried({ id })),
      giveUpChange: (change) => void dispatch(messageChangeGivenUp(change)),
    };
  }, [dispatch, channel, ownId, list, shown]);

  const copy = async ({ details }: { details: string }) => {
    close();
    try {
      await navigator.clipboard.writeText(details);
      setCopied({ isDone: true });
    } catch {
      setCopied({ isDone: false }); // a page without https, or a browser that was told to refuse
    }
  };
  const edit = ({ timetoken }: Post, details: string) => {
    setMenu(null);
    if (timetoken !== null) dispatch(editStarted({ channel, messageTimetoken: timetoken, details }));
  };
  const remove = ({ timetoken }: Post) => {
    if (timetoken !== null) dispatch(messageChanged(channel, timetoken, { kind: 'delete' }));
    close();
  };

  const layer = (
    <>
      {menu && (
        <MessageMenu
          place={menu.place}
          chosen={shown(menu.post)
            .reactions.filter(({ isMine }) => isMine)
            .map(({ emoji }) => emoji)}
          mayChange={menu.mayChange}
          onReact={(emoji) => {
            deeds.react(menu.post, emoji);
            close();
          }}
          onCopy={() => void copy(shown(menu.post))}
          onEdit={() => edit(menu.post, shown(menu.post).details)}
          onDelete={() => {
            setDeleting(menu.post);
            setMenu(null);
          }}
          onClose={close}
        />
      )}
      {deleting && <DeleteDialog peerName={peerName} onDelete={() => remove(deleting)} onClose={close} />}
      <CopyNote copied={copied} />
    </>
  );
  return { deeds, activeId, layer };
}
