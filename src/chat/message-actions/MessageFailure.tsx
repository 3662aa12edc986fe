import { CircleAlert } from 'lucide-react';
import type { Message } from '#store/chat/message.ts';
import type { PendingMessageAction } from '#store/chat/messageActionsSlice.ts';
import type { MessageHandlers } from './useMessageActions.ts';
import './messageFailure.css';

const MESSAGE_ERRORS: Partial<Record<Message['status'], string>> = {
  failed: 'Not sent. The server refused it.',
  undeliverable: 'Not sent. This person is no longer in your directory.',
  interrupted: 'Not sent. Your session ended.',
};
const ACTION_ERRORS: Record<'refused' | 'late', string> = {
  refused: 'Not changed. The server refused it.',
  late: 'Not changed. The 15 minutes for changes are over.',
};

interface MessageFailureProps {
  message: Message;
  /** An edit, deletion or reaction that failed. */
  failedAction: PendingMessageAction | undefined;
  handlers: MessageHandlers;
}

/** Why a message or an action was not sent, and what the user can do about it. */
export function MessageFailure({ message, failedAction, handlers }: MessageFailureProps) {
  const messageError = MESSAGE_ERRORS[message.status];
  if (messageError)
    return (
      <p className="message-failure">
        <CircleAlert className="icon" aria-hidden="true" />
        {messageError}
        <button type="button" onClick={() => handlers.onRetry(message)}>
          Retry
        </button>
      </p>
    );
  if (!failedAction) return null;
  const isLate = failedAction.status === 'late';
  return (
    <p className="message-failure">
      <CircleAlert className="icon" aria-hidden="true" />
      {ACTION_ERRORS[isLate ? 'late' : 'refused']}
      {!isLate && (
        <button type="button" onClick={() => handlers.onRetryAction(failedAction)}>
          Retry
        </button>
      )}
      <button type="button" onClick={() => handlers.onDiscardAction(failedAction)}>
        Undo
      </button>
    </p>
  );
}
