import { useAppSelector } from '#src/app/hooks.ts';
import { selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { shownMessage } from '#store/chat/messageActions.ts';
import { CopyStatus } from './CopyStatus.tsx';
import { DeleteMessageDialog } from './DeleteMessageDialog.tsx';
import { MessageMenu } from './MessageMenu.tsx';
import type { MessageActionsOverlayProps } from './useMessageActions.ts';

/** The menu of a message, the dialog before it is deleted, and whether its text was copied. */
export function MessageActionsOverlay({
  overlay,
  peerName,
}: {
  overlay: MessageActionsOverlayProps;
  peerName: string;
}) {
  const { menu, messageToDelete, copyResult, close, deleteMessage } = overlay;
  return (
    <>
      {menu && <OpenMessageMenu overlay={overlay} menu={menu} />}
      {messageToDelete && (
        <DeleteMessageDialog
          peerName={peerName}
          onDelete={() => deleteMessage(messageToDelete)}
          onClose={close}
        />
      )}
      <CopyStatus result={copyResult} />
    </>
  );
}

interface OpenMessageMenuProps {
  overlay: MessageActionsOverlayProps;
  menu: NonNullable<MessageActionsOverlayProps['menu']>;
}

function OpenMessageMenu({ overlay, menu: { message, position, canEdit } }: OpenMessageMenuProps) {
  const { ownId, handlers, close, copy, edit, askToDelete } = overlay;
  const actions = useAppSelector((state) => selectOpenMessageActions(state)[message.timetoken ?? '']);
  const { details, reactions } = shownMessage(message, actions, ownId);
  return (
    <MessageMenu
      position={position}
      chosenEmoji={reactions.filter(({ isMine }) => isMine).map(({ emoji }) => emoji)}
      canEdit={canEdit}
      onReact={(emoji) => {
        handlers.onReact(message, emoji);
        close();
      }}
      onCopy={() => void copy(details)}
      onEdit={() => edit(message, details)}
      onDelete={() => askToDelete(message)}
      onClose={close}
    />
  );
}
