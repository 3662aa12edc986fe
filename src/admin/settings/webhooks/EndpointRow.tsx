import { CircleCheck, CircleOff, Ellipsis, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { WebhookEndpoint, Webhooks } from '#contract/administration/webhooks.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useChangeWebhookMutation, useSendWebhookTestMutation } from '#store/admin/webhooksApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { DeleteEndpoint } from './DeleteEndpoint.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import { hostOf } from './hostOf.ts';
import { useWebhooksAddress } from './useWebhooksAddress.ts';

interface EndpointRowProps {
  endpoint: WebhookEndpoint;
  catalogue: Webhooks['catalogue'];
  /** True if its deliveries are shown below. */
  isSelected: boolean;
}

export function EndpointRow({ endpoint, catalogue, isSelected }: EndpointRowProps) {
  const { endpointId, url, state } = endpoint;
  const { pathTo } = useWebhooksAddress();
  const navigate = useNavigate();
  const [sendTest, test] = useSendWebhookTestMutation();
  const [change, changing] = useChangeWebhookMutation();
  const error = test.error ?? changing.error;
  /** Shows the deliveries of this endpoint, which will list the result. */
  const testNow = () => {
    forgetFailures(test, changing);
    if (!isSelected) void navigate(pathTo(endpointId), { replace: true });
    void sendTest({ endpointId });
  };
  const switchTo = (isOn: boolean) => {
    forgetFailures(test, changing);
    void change({ endpointId, isOn });
  };
  return (
    <li className="stack webhook" aria-current={isSelected || undefined}>
      <div className="row row-between row-wrap">
        <div className="webhook-address grow">
          <Link className="webhook-url" to={pathTo(endpointId)}>
            {url}
          </Link>
          <Facts endpoint={endpoint} />
        </div>
        <div className="row">
          <State endpoint={endpoint} />
          {state === 'on' ? (
            <Button
              small
              busy={test.isLoading}
              aria-label={`Send test event to ${hostOf(url)}`}
              onClick={testNow}
            >
              Send test event
            </Button>
          ) : (
            <Button
              small
              busy={changing.isLoading}
              aria-label={`Switch on ${hostOf(url)}`}
              onClick={() => switchTo(true)}
            >
              Switch on
            </Button>
          )}
          <EndpointMenu endpoint={endpoint} catalogue={catalogue} onSwitchOff={() => switchTo(false)} />
        </div>
      </div>
      {error && (
        <p className="field-error" role="alert">
          {`${test.error ? 'The test event was not sent.' : 'The endpoint was not changed.'} ${problemOf(error).message}`}
        </p>
      )}
    </li>
  );
}

function Facts({
  endpoint: { events, waiting, failingSince, lastSuccessAt, state },
}: {
  endpoint: WebhookEndpoint;
}) {
  const { dayAndTime } = useFormats();
  const subscribed = plural(events.length, '# event', '# events');
  const open = waiting > 0 ? ` ${plural(waiting, '# message waits.', '# messages wait.')}` : '';
  const last =
    state !== 'off' && failingSince !== null
      ? ` Failing since ${dayAndTime(failingSince)}.`
      : lastSuccessAt === null
        ? ' Nothing was delivered yet.'
        : ` Last delivery ${dayAndTime(lastSuccessAt)}.`;
  return <p className="small text-2">{`${subscribed}.${open}${last}`}</p>;
}

function State({ endpoint: { state, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (state === 'off')
    return (
      <span className="webhook-state">
        <CircleOff className="icon icon-small" aria-hidden="true" />
        Off
      </span>
    );
  if (state === 'failed')
    return (
      <span className="webhook-state" data-tone="berry">
        <TriangleAlert className="icon icon-small" aria-hidden="true" />
        Switched off by Trellis
      </span>
    );
  if (failingSince !== null)
    return (
      <span className="webhook-state" data-tone="amber">
        <TriangleAlert className="icon icon-small" aria-hidden="true" />
        Failing
      </span>
    );
  return (
    <span className="webhook-state" data-tone="primary">
      <CircleCheck className="icon icon-small" aria-hidden="true" />
      On
    </span>
  );
}

function EndpointMenu({
  endpoint,
  catalogue,
  onSwitchOff,
}: Omit<EndpointRowProps, 'isSelected'> & { onSwitchOff: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'change' | 'delete' | null>(null);
  const label = `More actions for ${hostOf(endpoint.url)}`;
  const close = () => setDialog(null);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        small
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="icon" />
      </IconButton>
      {isOpen && (
        <Menu label={label} className="user-menu" button={button} onClose={() => setOpen(false)}>
          <MenuItem onClick={() => setDialog('change')}>Change endpoint</MenuItem>
          {endpoint.state === 'on' && <MenuItem onClick={onSwitchOff}>Switch off</MenuItem>}
          <MenuItem onClick={() => setDialog('delete')}>Remove endpoint</MenuItem>
        </Menu>
      )}
      {dialog === 'change' && <EndpointDialog endpoint={endpoint} catalogue={catalogue} onClose={close} />}
      {dialog === 'delete' && <DeleteEndpoint endpoint={endpoint} onClose={close} />}
    </>
  );
}
