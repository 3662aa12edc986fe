import { useAppSelector } from '#src/app/hooks.ts';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { selectOpenMessageActions } from '#store/chat/messageActionSelectors.ts';
import { shownMessage } from '#store/chat/messageActions.ts';
import { CopyStatus } from './CopyStatus.tsx';
import { DeleteMessageDialog } from './DeleteMessageDialog.tsx';
import type { MessageActionsOverlayProps } from './useMessageActions.ts';

const MessageMenu = lazyPart(() => import(/* webpackPrefetch: true */ './MessageMenu.tsx'));

/** The menu of a message, its delete dialog, and the result of copying its text. */
export function MessageActionsOverlay({
  overlay,
  peerName,
}: {
  overlay: MessageActionsOverlayProps;
  peerName: string;
}) {
  const { menu, messageToDelete, copyResult, closeDialog, deleteMessage } = overlay;
  return (
    <>
      {menu && <OpenMessageMenu overlay={overlay} menu={menu} />}
      {messageToDelete && (
        <DeleteMessageDialog
          peerName={peerName}
          onDelete={() => deleteMessage(messageToDelete)}
          onClose={closeDialog}
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

function OpenMessageMenu({ overlay, menu: { message, anchor, canEdit } }: OpenMessageMenuProps) {
  const { ownId, handlers, menuButton, closeMenu, copy, edit, askToDelete } = overlay;
  const actions = useAppSelector((state) => selectOpenMessageActions(state)[message.timetoken ?? '']);
  const { details, reactions } = shownMessage(message, actions, ownId);
  return (
    <MessageMenu
      button={menuButton}
      anchor={anchor}
      isOwn={message.publisherId === ownId}
      chosenEmoji={reactions.filter(({ isMine }) => isMine).map(({ emoji }) => emoji)}
      canEdit={canEdit}
      onReact={(emoji) => handlers.onReact(message, emoji)}
      onCopy={() => void copy(details)}
      onEdit={() => edit(message, details)}
      onDelete={() => askToDelete(message)}
      onClose={closeMenu}
    />
  );
}
