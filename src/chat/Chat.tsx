import { ChevronDown, ChevronUp, MessageCircle, Plus } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { useEscape } from '#src/ui/useEscape.ts';
import { selectIsExpanded, selectUnreadElsewhere } from '#store/chat/chatSelectors.ts';
import { chatToggled, searchOpened } from '#store/chat/chatSlice.ts';
import './dock.css';

const ChatBody = lazy(() => import(/* webpackPrefetch: true */ './ChatBody.tsx'));

/** The widget at the lower right. It only selects: sagas load what it shows. */
export function Chat() {
  const dispatch = useAppDispatch();
  const isExpanded = useAppSelector(selectIsExpanded);
  const unread = useAppSelector(selectUnreadElsewhere);
  const dock = useRef<HTMLElement>(null);
  const title = useRef<HTMLButtonElement>(null);
  const toggle = () => dispatch(chatToggled());
  useEscape(dock, isExpanded, () => {
    toggle();
    title.current?.focus();
  });
  const Arrow = isExpanded ? ChevronDown : ChevronUp;
  return (
    <section ref={dock} className="dock" aria-label="Chat" data-open={isExpanded || undefined}>
      <div className="dock-bar">
        <h2 className="grow">
          <button
            ref={title}
            type="button"
            className="dock-title"
            aria-expanded={isExpanded}
            onClick={toggle}
          >
            <MessageCircle className="icon" aria-hidden="true" />
            <span className="dock-word">Chat</span>
            {unread > 0 && (
              <span className="count">
                {unread > 99 ? '99+' : unread}
                <span className="visually-hidden"> unread</span>
              </span>
            )}
          </button>
        </h2>
        <IconButton label="New conversation" small onClick={() => dispatch(searchOpened())}>
          <Plus className="icon" />
        </IconButton>
        <IconButton label={isExpanded ? 'Collapse' : 'Expand'} small onClick={toggle}>
          <Arrow className="icon" />
        </IconButton>
      </div>
      {isExpanded && (
        <Suspense fallback={null}>
          <ChatBody onLeft={() => title.current?.focus()} />
        </Suspense>
      )}
    </section>
  );
}
