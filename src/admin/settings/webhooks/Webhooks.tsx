import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Webhooks as Loaded, MAX_ENDPOINTS } from '#contract/administration/webhooks.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetWebhooksQuery } from '#store/admin/webhooksApi.ts';
import { Deliveries } from './Deliveries.tsx';
import { EndpointDialog } from './EndpointDialog.tsx';
import { EndpointRow } from './EndpointRow.tsx';
import { EventCatalogue } from './EventCatalogue.tsx';
import { SigningSecret } from './SigningSecret.tsx';
import { useWebhooksAddress } from './useWebhooksAddress.ts';
import './webhooks.css';

/** Signed messages to other systems (decision 0059). */
export default function Webhooks() {
  const query = useGetWebhooksQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <QueryContent
      query={query}
      title="Webhooks"
      failure="The webhooks did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {(webhooks) => <Page webhooks={webhooks} />}
    </QueryContent>
  );
}

function Page({ webhooks: { endpoints, catalogue } }: { webhooks: Loaded }) {
  const { endpointId } = useWebhooksAddress();
  const [isAdding, setAdding] = useState(false);
  const [showsCatalogue, setShowsCatalogue] = useState(false);
  const selected = endpoints.find((one) => one.endpointId === endpointId) ?? endpoints[0];
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus className="icon icon-small" aria-hidden="true" />
      Add endpoint
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        lede="Signed messages to your systems when something changes in Trellis."
        action={endpoints.length > 0 && endpoints.length < MAX_ENDPOINTS ? add : undefined}
      />
      <SettingsSection
        title="Endpoints"
        beside={
          <Button variant="link" onClick={() => setShowsCatalogue(true)}>
            Event catalogue
          </Button>
        }
      >
        {endpoints.length === 0 ? (
          <div className="card">
            <EmptyState drawing="seed" title="No endpoints" action={add}>
              Add the address of a system that needs to know about new people, leavers and completed topics.
            </EmptyState>
          </div>
        ) : (
          <ul className="settings-card" aria-label="Endpoints">
            {endpoints.map((endpoint) => (
              <EndpointRow
                key={endpoint.endpointId}
                endpoint={endpoint}
                catalogue={catalogue}
                isSelected={endpoint === selected && endpoints.length > 1}
              />
            ))}
          </ul>
        )}
      </SettingsSection>
      {selected && <Deliveries key={selected.endpointId} endpoint={selected} />}
      {selected && <SigningSecret key={`secret-${selected.endpointId}`} endpoint={selected} />}
      {isAdding && <EndpointDialog catalogue={catalogue} onClose={() => setAdding(false)} />}
      {showsCatalogue && <EventCatalogue catalogue={catalogue} onClose={() => setShowsCatalogue(false)} />}
    </>
  );
}
