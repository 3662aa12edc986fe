import { ChevronDown, ChevronUp, MessageCircle, Plus } from 'lucide-react';
import { useRef } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { useEscape } from '#src/ui/overlays/useEscape.ts';
import { selectUnreadElsewhere } from '#store/chat/conversationSelectors.ts';
import { selectIsExpanded } from '#store/chat/widgetSelectors.ts';
import { chatToggled, searchOpened } from '#store/chat/widgetSlice.ts';
import { UnreadCount } from './UnreadCount.tsx';
import './dock.css';

const ChatBody = lazyPart(() => import(/* webpackPrefetch: true */ './ChatBody.tsx'));

/** The chat widget. It only reads from the store; sagas load its data (decision 0011). */
export function Chat() {
  const dispatch = useAppDispatch();
  const isExpanded = useAppSelector(selectIsExpanded);
  const unread = useAppSelector(selectUnreadElsewhere);
  const dock = useRef<HTMLElement>(null);
  const title = useRef<HTMLButtonElement>(null);
  const toggle = () => dispatch(chatToggled({ isExpanded: !isExpanded }));
  useEscape(dock, isExpanded, () => {
    toggle();
    title.current?.focus();
  });
  const ArrowIcon = isExpanded ? ChevronDown : ChevronUp;
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
            <span className="dock-title-text">Chat</span>
            <UnreadCount count={unread} />
          </button>
        </h2>
        <IconButton label="New conversation" small onClick={() => dispatch(searchOpened())}>
          <Plus className="icon" />
        </IconButton>
        <IconButton label={isExpanded ? 'Collapse' : 'Expand'} small onClick={toggle}>
          <ArrowIcon className="icon" />
        </IconButton>
      </div>
      {isExpanded && <ChatBody onClosed={() => title.current?.focus()} />}
    </section>
  );
}
