import { useNavigate } from 'react-router-dom';
import { type DeliveriesQuery, deliveriesQuerySchema } from '#contract/administration/webhooks.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { withQuery } from '#store/api/withQuery.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';

/** The selected endpoint, and the filter and page of its deliveries, are part of the address. */
export function useWebhooksAddress() {
  const navigate = useNavigate();
  const { search } = useAppSelector(selectLocation);
  const values = new URLSearchParams(search);
  const endpointId = values.get('endpoint') ?? undefined;
  const read = deliveriesQuerySchema.safeParse({
    state: values.get('state') ?? undefined,
    after: values.get('after') ?? undefined,
  });
  const query: DeliveriesQuery = read.success ? read.data : {};
  return {
    endpointId,
    query,
    pathTo: (endpoint: string, next: DeliveriesQuery = {}) =>
      withQuery('/admin/settings/webhooks', { endpoint, ...next }),
    filterBy: (endpoint: string, state: DeliveriesQuery['state']) =>
      void navigate(withQuery('/admin/settings/webhooks', { endpoint, ...(state && { state }) }), {
        replace: true,
      }),
  };
}
