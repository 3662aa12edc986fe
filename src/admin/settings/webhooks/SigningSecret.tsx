import { useState } from 'react';
import { type WebhookEndpoint, webhookSecretSchema } from '#contract/administration/webhooks.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { webhooksApi } from '#store/admin/webhooksApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { hostOf } from './hostOf.ts';
import { NewSecret } from './NewSecret.tsx';

export function SigningSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { endpointId, url, secretCreatedAt, formerSecretUntil } = endpoint;
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const { longDay, dayAndTime } = useFormats();
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const rotate = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const answer = await auth.createSecret(`/api/admin/webhooks/${endpointId}/secret`, {});
      const created = webhookSecretSchema.parse(answer);
      setSecret(created.secret);
      void dispatch(webhooksApi.util.upsertQueryData('getWebhooks', undefined, created.webhooks));
      dispatch(webhooksApi.util.invalidateTags(['Audit']));
    } catch (error) {
      setFailure(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingsSection
      title={`Signing secret of ${hostOf(url)}`}
      lede="Check the signature of every message with it. After a rotation, messages are signed with both secrets for 24 hours."
      beside={
        <Button busy={isBusy} onClick={() => void rotate()}>
          Rotate secret
        </Button>
      }
    >
      <p className="text-2">
        {formerSecretUntil === null
          ? `Created on ${longDay(secretCreatedAt)}.`
          : `Created on ${longDay(secretCreatedAt)}. The former secret is valid until ${dayAndTime(formerSecretUntil)}.`}
      </p>
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
      {secret !== null && <NewSecret secret={secret} onClose={() => setSecret(null)} />}
    </SettingsSection>
  );
}
