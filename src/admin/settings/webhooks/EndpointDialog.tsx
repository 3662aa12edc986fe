import { type FormEvent, useState } from 'react';
import {
  newWebhookSchema,
  type WebhookEndpoint,
  type Webhooks,
  webhookSecretSchema,
} from '#contract/administration/webhooks.ts';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useChangeWebhookMutation, webhooksApi } from '#store/admin/webhooksApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { NewSecret } from './NewSecret.tsx';

interface EndpointDialogProps {
  /** Missing for a new endpoint. */
  endpoint?: WebhookEndpoint;
  catalogue: Webhooks['catalogue'];
  onClose: () => void;
}

/** Adds an endpoint, whose secret is shown once, or changes one. */
export function EndpointDialog({ endpoint, catalogue, onClose }: EndpointDialogProps) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? []);
  const [problem, setProblem] = useState<{ message: string | null; fields: Record<string, string> }>({
    message: null,
    fields: {},
  });
  const [secret, setSecret] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [change] = useChangeWebhookMutation();
  const title = endpoint ? 'Change endpoint' : 'Add endpoint';

  const save = async () => {
    const checked = newWebhookSchema.safeParse({ url, events });
    setProblem({ message: null, fields: errorsOf(checked) });
    if (!checked.success || isBusy) return;
    setBusy(true);
    try {
      if (endpoint) {
        await change({ endpointId: endpoint.endpointId, ...checked.data }).unwrap();
        onClose();
      } else {
        const answer = await auth.createSecret('/api/admin/webhooks', checked.data);
        const created = webhookSecretSchema.parse(answer);
        setSecret(created.secret);
        void dispatch(webhooksApi.util.upsertQueryData('getWebhooks', undefined, created.webhooks));
        dispatch(webhooksApi.util.invalidateTags(['Audit']));
      }
    } catch (error) {
      const { message, fields } = problemOf(error);
      setProblem({ message, fields });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const toggle = (type: string) => {
    setProblem({ message: null, fields: {} });
    setEvents(events.includes(type) ? events.filter((one) => one !== type) : [...events, type]);
  };
  if (secret !== null) return <NewSecret secret={secret} onClose={onClose} />;
  const { fields, message } = problem;
  const eventsError = Object.entries(fields).find(([field]) => field.split('.')[0] === 'events')?.[1];
  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {message && Object.keys(fields).length === 0 && (
          <ErrorSummary>
            <ProblemText message={message} />
          </ErrorSummary>
        )}
        <TextField
          label="Address"
          help="A public address that starts with https://. Redirects are not followed."
          type="url"
          placeholder="https://hr.company.example/hooks/trellis"
          spellCheck={false}
          autoComplete="off"
          value={url}
          error={fieldSentence('Address', fields.url)}
          onChange={(next) => {
            setUrl(next);
            setProblem({ message: null, fields: {} });
          }}
        />
        <fieldset
          className="webhook-events"
          aria-describedby={eventsError ? 'webhook-events-error' : undefined}
        >
          <legend className="label">Events</legend>
          {catalogue.map(({ type, summary }, index) => (
            <label key={type} className="webhook-event">
              <input
                type="checkbox"
                checked={events.includes(type)}
                aria-label={type}
                aria-describedby={`event-${type}`}
                // The focus moves to the first event if none is chosen.
                aria-invalid={(index === 0 && Boolean(eventsError)) || undefined}
                onChange={() => toggle(type)}
              />
              <span>
                <code>{type}</code>
                <span className="small text-2" id={`event-${type}`}>
                  {summary}
                </span>
              </span>
            </label>
          ))}
          {eventsError && (
            <p className="field-error" id="webhook-events-error" role="alert">
              {events.length === 0 ? 'Choose at least one event' : fieldSentence('Events', eventsError)}
            </p>
          )}
        </fieldset>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {endpoint ? 'Save endpoint' : 'Add endpoint'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
