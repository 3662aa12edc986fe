import { CircleCheck, Clock, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { newDomainSchema, type SignOnDomain } from '#contract/administration/signOn.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import {
  useAddSignOnDomainMutation,
  useRemoveSignOnDomainMutation,
  useVerifySignOnDomainMutation,
} from '#store/admin/signOnApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

/** The email domains of the organisation. Each change is saved immediately. */
export function Domains({ domains }: { domains: readonly SignOnDomain[] }) {
  const [isAdding, setAdding] = useState(false);
  const verified = domains.filter(({ isVerified }) => isVerified).length;
  return (
    <SettingsSection
      title="Email domains"
      lede="Only addresses on a verified domain can sign in through your identity provider. Changes to this list are saved immediately."
    >
      <ul className="settings-card" aria-label="Email domains">
        {domains.map((domain) => (
          <DomainRow
            key={domain.domain}
            domain={domain}
            canRemove={!domain.isVerified || (domain.people === 0 && verified > 1)}
          />
        ))}
      </ul>
      <Button variant="link" className="settings-add" onClick={() => setAdding(true)}>
        <Plus className="icon icon-small" aria-hidden="true" />
        Add domain
      </Button>
      {isAdding && <AddDomain onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function DomainRow({ domain: row, canRemove }: { domain: SignOnDomain; canRemove: boolean }) {
  const { domain, people, isVerified, record } = row;
  const [verify, verifying] = useVerifySignOnDomainMutation();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="stack">
      <div className="row row-between row-wrap">
        <div className="sign-on-domain">
          <p className="strong">{domain}</p>
          <p className="small text-3">{plural(people, '# person', '# people')}</p>
        </div>
        <div className="row">
          <DomainState domain={row} />
          {!isVerified && (
            <Button
              small
              busy={verifying.isLoading}
              aria-label={`Check now: ${domain}`}
              onClick={() => void verify({ domain })}
            >
              Check now
            </Button>
          )}
          {canRemove && (
            <IconButton small label={`Remove ${domain}`} onClick={() => setRemoving(true)}>
              <X className="icon icon-small" aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </div>
      {record !== null && (
        <CopyField
          label={`TXT record for ${domain}`}
          help="Add it at your DNS provider. It can take up to 24 hours until it is visible."
          value={record}
          what={`TXT record for ${domain}`}
        />
      )}
      {!isVerified && verifying.error && (
        <p className="field-error" role="alert">
          {problemOf(verifying.error).message}
        </p>
      )}
      {isRemoving && <RemoveDomain domain={row} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function DomainState({ domain: { isVerified, verifiedAt } }: { domain: SignOnDomain }) {
  const { shortDay } = useFormats();
  if (!isVerified)
    return (
      <span className="sign-on-state" data-tone="amber">
        <Clock className="icon icon-small" aria-hidden="true" />
        Waiting for DNS
      </span>
    );
  return (
    <span className="sign-on-state">
      <CircleCheck className="icon icon-small" aria-hidden="true" />
      {verifiedAt === null ? 'Verified' : `Verified ${shortDay(verifiedAt)}`}
    </span>
  );
}

/** The dialogs are inside the form of the settings, so their submit events must not reach it. */
const onSubmit = (run: () => Promise<void>) => (event: FormEvent) => {
  event.preventDefault();
  event.stopPropagation();
  void run();
};

function AddDomain({ onClose }: { onClose: () => void }) {
  const [add, adding] = useAddSignOnDomainMutation();
  const { isLoading, error } = adding;
  const [domain, setDomain] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const problem = error && problemOf(error);
  const submit = onSubmit(async () => {
    const checked = newDomainSchema.safeParse({ domain });
    setRefusal(errorsOf(checked).domain ?? null);
    if (!checked.success || isLoading) return;
    const { data } = await add(checked.data);
    if (data) onClose();
  });
  return (
    <Dialog title="Add domain" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {problem && !problem.fields.domain && (
          <ErrorSummary>
            <ProblemText message={problem.message} />
          </ErrorSummary>
        )}
        <TextField
          label="Domain"
          help="The part of the email addresses after the @. You prove that it is yours with a TXT record."
          placeholder="company.example"
          spellCheck={false}
          autoComplete="off"
          value={domain}
          error={fieldSentence('Domain', refusal ?? problem?.fields.domain)}
          onChange={(next) => {
            setDomain(next);
            forgetFailures(adding);
            setRefusal(null);
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            Add domain
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function RemoveDomain({
  domain: { domain, isVerified },
  onClose,
}: {
  domain: SignOnDomain;
  onClose: () => void;
}) {
  const [remove, call] = useRemoveSignOnDomainMutation();
  return (
    <ConfirmRemoval
      title={`Remove ${domain}?`}
      verb="Remove domain"
      call={call}
      onConfirm={() => remove({ domain })}
      onClose={onClose}
    >
      {isVerified
        ? 'People with an address on this domain can no longer sign in or be added. To use it again, you verify it again.'
        : 'Its TXT record becomes invalid. To use the domain later, you add it again and get another record.'}
    </ConfirmRemoval>
  );
}
