import { Check, ChevronDown, Clock, X } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type DeliveriesQuery,
  MAX_ATTEMPTS,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '#contract/administration/webhooks.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { useIsOfOtherFilter } from '#src/admin/useIsOfOtherFilter.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Table, TableBody, TableCell, TableDetailRow, TableRow } from '#src/ui/display/Table.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetDeliveriesQuery, useReplayDeliveryMutation } from '#store/admin/webhooksApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { hostOf } from './hostOf.ts';
import { useWebhooksAddress } from './useWebhooksAddress.ts';

const COLUMNS = [
  { name: 'Event' },
  { name: 'Created' },
  { name: 'Result' },
  { name: 'Attempts', isNumber: true },
  { name: 'Details', isHidden: true },
];
const FILTERS = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
];
/** Polls until the first attempt of a new message is known. */
const POLL_MS = 2_000;

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { endpointId, url } = endpoint;
  const address = useWebhooksAddress();
  const [isPolling, setPolling] = useState(false);
  const query = useGetDeliveriesQuery(
    { endpointId, ...address.query },
    { refetchOnMountOrArgChange: true, pollingInterval: isPolling ? POLL_MS : 0 },
  );
  const isOfOther = useIsOfOtherFilter(query, { state: address.query.state });
  const isWaiting =
    endpoint.state === 'on' &&
    (query.currentData?.data.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ?? false);
  if (isWaiting !== isPolling) setPolling(isWaiting);
  return (
    <SettingsSection
      title={`Deliveries to ${hostOf(url)}`}
      lede="Kept for 30 days."
      beside={
        <div className="webhook-filter">
          <SelectField
            label="Result"
            options={FILTERS}
            value={address.query.state ?? ''}
            onChange={(state) =>
              address.filterBy(endpointId, (state || undefined) as DeliveriesQuery['state'])
            }
          />
        </div>
      }
    >
      <QueryContent
        query={{ ...query, data: isOfOther ? undefined : query.data }}
        title="Deliveries"
        level={2}
        failure="The deliveries did not load"
        skeleton={<SkeletonRows count={3} />}
      >
        {({ data, next }) =>
          data.length === 0 ? (
            <p className="text-3">
              {address.query.state
                ? 'No delivery has this result.'
                : 'Nothing was sent yet. Send a test event to try the endpoint.'}
            </p>
          ) : (
            <>
              <Table caption="Deliveries" className="webhook-deliveries" columns={COLUMNS}>
                <TableBody>
                  {data.map((delivery) => (
                    <DeliveryRow
                      key={delivery.deliveryId}
                      delivery={delivery}
                      canReplay={endpoint.state === 'on'}
                    />
                  ))}
                </TableBody>
              </Table>
              <div className="webhook-pages">
                {address.query.after ? (
                  <Link to={address.pathTo(endpointId, { state: address.query.state })}>
                    Newest deliveries
                  </Link>
                ) : (
                  <span />
                )}
                {next && (
                  <Link
                    className={buttonClass('outlined', true)}
                    to={address.pathTo(endpointId, { state: address.query.state, after: next })}
                  >
                    Older deliveries
                  </Link>
                )}
              </div>
            </>
          )
        }
      </QueryContent>
    </SettingsSection>
  );
}

function DeliveryRow({ delivery, canReplay }: { delivery: WebhookDelivery; canReplay: boolean }) {
  const id = useId();
  const { dayAndTime } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { type, createdAt, attempts } = delivery;
  const created = dayAndTime(createdAt);
  return (
    <Fragment>
      <TableRow head={<span className="webhook-type">{type}</span>}>
        <TableCell label="Created">
          <time className="figures nowrap" dateTime={createdAt}>
            {created}
          </time>
        </TableCell>
        <TableCell label="Result">
          <Result delivery={delivery} />
        </TableCell>
        <TableCell label="Attempts" isNumber>
          {`${formatNumber(attempts)} of ${formatNumber(MAX_ATTEMPTS)}`}
        </TableCell>
        <TableCell isAction>
          <IconButton
            small
            label={`Details of ${type}, ${created}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown className="icon icon-small" />
          </IconButton>
        </TableCell>
      </TableRow>
      {isOpen && (
        <TableDetailRow columns={COLUMNS.length}>
          <div id={id}>
            <Details delivery={delivery} canReplay={canReplay} />
          </div>
        </TableDetailRow>
      )}
    </Fragment>
  );
}

function Result({
  delivery: { state, status, failure, attempts, durationMs },
}: {
  delivery: WebhookDelivery;
}) {
  if (state === 'delivered')
    return (
      <span className="webhook-state" data-tone="primary">
        <Check className="icon icon-small" aria-hidden="true" />
        {`${status ?? ''} in ${formatNumber(durationMs ?? 0)} ms`}
      </span>
    );
  if (attempts === 0)
    return (
      <span className="webhook-state">
        <Clock className="icon icon-small" aria-hidden="true" />
        Waiting
      </span>
    );
  return (
    <span className="webhook-state" data-tone={state === 'failed' ? 'berry' : 'amber'}>
      <X className="icon icon-small" aria-hidden="true" />
      {failure === null ? `Status ${status ?? ''}` : 'Not reached'}
    </span>
  );
}

function Details({ delivery, canReplay }: { delivery: WebhookDelivery; canReplay: boolean }) {
  const { dayAndTime } = useFormats();
  const [replay, { isLoading, error }] = useReplayDeliveryMutation();
  const { deliveryId, messageId, body, failure, status, nextAttemptAt, state } = delivery;
  return (
    <div className="stack-3">
      <div className="row row-between row-wrap">
        <div>
          <p className="text-2">
            {failure ?? (status === null ? 'Not sent yet.' : `The server answered ${status}.`)}
          </p>
          {state === 'waiting' && nextAttemptAt !== null && (
            <p className="small text-3">{`Next attempt ${dayAndTime(nextAttemptAt)}`}</p>
          )}
        </div>
        {canReplay && (
          <Button small busy={isLoading} onClick={() => void replay({ deliveryId })}>
            Send again
          </Button>
        )}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {problemOf(error).message}
        </p>
      )}
      <pre className="webhook-code">{`webhook-id: ${messageId}\n\n${pretty(body)}`}</pre>
    </div>
  );
}

function pretty(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
