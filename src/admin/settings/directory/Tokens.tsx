import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  createdDirectoryTokenSchema,
  type Directory,
  MAX_DIRECTORY_TOKENS,
  newDirectoryTokenSchema,
} from '#contract/administration/directory.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { useAppDispatch } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { errorsOf, fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { CopyField } from '#src/ui/controls/CopyField.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { directoryApi, useRevokeDirectoryTokenMutation } from '#store/admin/directoryApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

type Token = Directory['tokens'][number];

/** The tokens with which the directory signs in. Each change is saved immediately. */
export function Tokens({ tokens }: { tokens: readonly Token[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <SettingsSection
      title="Tokens"
      lede="A token gives access to all people and groups of your organisation. Create a second one to replace the first without an interruption."
    >
      {tokens.length > 0 && (
        <ul className="settings-card" aria-label="Tokens">
          {tokens.map((token) => (
            <TokenRow key={token.tokenId} token={token} />
          ))}
        </ul>
      )}
      {tokens.length === 0 && (
        <p className="text-2">There is no token. Directory sync starts when you create one.</p>
      )}

      {tokens.length < MAX_DIRECTORY_TOKENS && (
        <Button variant="link" className="settings-add" onClick={() => setAdding(true)}>
          <Plus className="icon icon-small" aria-hidden="true" />
          Create token
        </Button>
      )}
      {isAdding && <NewToken onClose={() => setAdding(false)} />}
    </SettingsSection>
  );
}

function TokenRow({ token: { tokenId, name, createdAt, createdBy, lastUsedAt } }: { token: Token }) {
  const { longDay, dayAndTime } = useFormats();
  const [isRevoking, setRevoking] = useState(false);
  return (
    <li className="row row-between row-wrap">
      <div className="directory-token grow">
        <p className="strong">{name}</p>
        <p className="small text-3">
          {createdBy === null
            ? `Created on ${longDay(createdAt)}`
            : `Created by ${createdBy} on ${longDay(createdAt)}`}
        </p>
        <p className="small text-3">
          {lastUsedAt === null ? 'Not used yet' : `Last used ${dayAndTime(lastUsedAt)}`}
        </p>
      </div>
      <Button small aria-label={`Revoke ${name}`} onClick={() => setRevoking(true)}>
        Revoke
      </Button>
      {isRevoking && <RevokeToken tokenId={tokenId} name={name} onClose={() => setRevoking(false)} />}
    </li>
  );
}

interface RevokeTokenProps {
  tokenId: string;
  name: string;
  onClose: () => void;
}

function RevokeToken({ tokenId, name, onClose }: RevokeTokenProps) {
  const [revoke, call] = useRevokeDirectoryTokenMutation();
  return (
    <ConfirmRemoval
      title={`Revoke ${name}?`}
      verb="Revoke token"
      call={call}
      onConfirm={() => revoke({ tokenId })}
      onClose={onClose}
    >
      Your directory can no longer use this token. Its changes stay. A revoked token cannot be used again.
    </ConfirmRemoval>
  );
}

/** The token is shown only once and stays in this dialog. */
function NewToken({ onClose }: { onClose: () => void }) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const [name, setName] = useState('');
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ message: string | null; field: string | null }>({
    message: null,
    field: null,
  });
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    const checked = newDirectoryTokenSchema.safeParse({ name });
    setProblem({ message: null, field: errorsOf(checked).name ?? null });
    if (!checked.success || isBusy) return;
    setBusy(true);
    try {
      const answer = await auth.createSecret('/api/admin/directory/tokens', checked.data);
      const created = createdDirectoryTokenSchema.parse(answer);
      setToken(created.token);
      void dispatch(directoryApi.util.upsertQueryData('getDirectory', undefined, created.directory));
      dispatch(directoryApi.util.invalidateTags(['Audit']));
    } catch (error) {
      const { message, fields } = problemOf(error);
      setProblem({ message, field: fields.name ?? null });
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  if (token !== null)
    return (
      <Dialog key="copy" title="Copy the token" startsAtTitle onClose={onClose}>
        <div className="stack-4">
          <p>
            Enter it in your directory now. It is shown only once. If you lose it, revoke it and create
            another one.
          </p>
          <CopyField label="Token" value={token} what="token" />
          <div className="row row-wrap dialog-end">
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog key="create" title="Create token" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" onSubmit={submit} noValidate>
        {problem.message && !problem.field && (
          <ErrorSummary>
            <ProblemText message={problem.message} />
          </ErrorSummary>
        )}
        <TextField
          label="Name"
          help="The audit log shows it next to the changes that the directory makes."
          placeholder="Entra ID"
          autoComplete="off"
          value={name}
          error={fieldSentence('Name', problem.field)}
          onChange={(next) => {
            setName(next);
            setProblem({ message: null, field: null });
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            Create token
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
