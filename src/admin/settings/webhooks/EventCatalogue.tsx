import type { Webhooks } from '#contract/administration/webhooks.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/** Each event with the JSON schema of its message. */
export const EventCatalogue = ({
  catalogue,
  onClose,
}: {
  catalogue: Webhooks['catalogue'];
  onClose: () => void;
}) => (
  <Dialog title="Event catalogue" isWide onClose={onClose}>
    <div className="stack-4">
      <p className="text-2">
        Messages contain ids and states, no names and no email addresses. A message can arrive twice and
        messages can arrive in another order; the header webhook-id stays the same when one is repeated.
      </p>
      <ul className="webhook-catalogue">
        {catalogue.map(({ type, summary, schema }) => (
          <li key={type}>
            <code className="strong">{type}</code>
            <p className="text-2">{summary}</p>
            <Disclosure summary="JSON schema">
              <pre className="webhook-code">{schema}</pre>
            </Disclosure>
          </li>
        ))}
      </ul>
    </div>
  </Dialog>
);
