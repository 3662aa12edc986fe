import { PartyPopper } from 'lucide-react';
import { chatChannel } from '#contract/channels.ts';
import type { Participant } from '#contract/programs.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { chatDraftKey, draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** Opens the conversation with a suggested message. An existing draft is kept. */
export function CongratulateButton({ learner, topicTitle }: { learner: Participant; topicTitle: string }) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectUser);
  const channel = me ? chatChannel(me.tenantId, me.userId, learner.userId) : '';
  const draft = useAppSelector((state) => selectDraft(state, chatDraftKey(channel)));
  if (!me) return null;
  const congratulate = () => {
    if (draft === '')
      dispatch(
        draftChanged({
          key: chatDraftKey(channel),
          text: `Well done on completing “${topicTitle}”, ${learner.firstName}. What helped you most?`,
        }),
      );
    dispatch(conversationStarted({ channel, peerId: learner.userId }));
  };
  return (
    <Button small onClick={congratulate} aria-label={`Congratulate ${learner.firstName} on “${topicTitle}”`}>
      <PartyPopper className="icon icon-small" aria-hidden="true" />
      Congratulate
    </Button>
  );
}
