import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Delayed } from '#src/ui/feedback/Delayed.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { selectConversationRows, selectListStatus } from '#store/chat/conversationSelectors.ts';
import { conversationsRequested } from '#store/chat/conversationsSlice.ts';
import { ConversationListItem } from './ConversationListItem.tsx';
import './conversationList.css';

/** The user's conversations, newest first. The row of `focusedChannel` takes the focus when it appears. */
export function ConversationList({ focusedChannel }: { focusedChannel: string | null }) {
  const dispatch = useAppDispatch();
  const rows = useAppSelector(selectConversationRows);
  const status = useAppSelector(selectListStatus);
  if (rows.length > 0)
    return (
      <ul className="conversations" aria-label="Conversations">
        {rows.map((row) => (
          <ConversationListItem key={row.channel} row={row} takesFocus={row.channel === focusedChannel} />
        ))}
      </ul>
    );
  if (status === 'loaded')
    return (
      <div className="dock-empty">
        <EmptyState drawing="chat">
          Start your very first conversation by clicking on the '+' icon.
        </EmptyState>
      </div>
    );
  if (status === 'failed')
    return (
      <div className="dock-empty" role="alert">
        <EmptyState
          drawing="tie"
          action={<Button onClick={() => dispatch(conversationsRequested())}>Try again</Button>}
        >
          Your conversations did not load. No messages are lost.
        </EmptyState>
      </div>
    );
  return <ConversationListSkeleton />;
}

function ConversationListSkeleton() {
  return (
    <>
      <p className="visually-hidden" role="status">
        <Delayed>Loading your conversations</Delayed>
      </p>
      <Delayed>
        <div className="dock-loading stack-6" aria-hidden="true">
          {[0, 1, 2].map((row) => (
            <div key={row} className="row">
              <Skeleton width={2} height={2} round />
              <div className="stack grow">
                <Skeleton width={8} />
                <Skeleton width={13} />
              </div>
            </div>
          ))}
        </div>
      </Delayed>
    </>
  );
}
