import type { WebhookEndpoint } from '#contract/administration/webhooks.ts';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { useDeleteWebhookMutation } from '#store/admin/webhooksApi.ts';
import { hostOf } from './hostOf.ts';

export function DeleteEndpoint({
  endpoint: { endpointId, url },
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}) {
  const [remove, call] = useDeleteWebhookMutation();
  return (
    <ConfirmRemoval
      title={`Remove ${hostOf(url)}?`}
      verb="Remove endpoint"
      call={call}
      onConfirm={() => remove({ endpointId })}
      onClose={onClose}
    >
      It gets no more messages. Its deliveries and its secret are deleted.
    </ConfirmRemoval>
  );
}
