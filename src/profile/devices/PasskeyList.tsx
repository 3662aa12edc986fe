import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#contract/access/passkeys.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useRemovePasskeyMutation } from '#store/session/passkeysApi.ts';
import './devices.css';

/** Passkeys that can be removed. */
export const PasskeyList = ({ passkeys }: { passkeys: readonly Passkey[] }) => (
  <>
    <ul className="device-list" aria-label="Your passkeys">
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </ul>
  </>
);

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { longDay, dayAndTime } = useFormats();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li>
      <KeyRound className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="strong">{name}</p>
        <p className="small text-3 figures">
          {lastUsedAt
            ? `Last used ${dayAndTime(lastUsedAt)}, added ${longDay(createdAt)}`
            : `Not used yet, added ${longDay(createdAt)}`}
        </p>
      </div>
      <Button small aria-label={`Remove: ${name}`} onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {isRemoving && <RemovePasskey id={id} name={name} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function RemovePasskey({ id, name, onClose }: Pick<Passkey, 'id' | 'name'> & { onClose: () => void }) {
  const [remove, call] = useRemovePasskeyMutation();
  return (
    <ConfirmRemoval
      title={`Remove ${name}?`}
      verb="Remove passkey"
      call={call}
      onConfirm={() => remove({ id })}
      onClose={onClose}
    >
      You can no longer sign in with this passkey.
    </ConfirmRemoval>
  );
}
