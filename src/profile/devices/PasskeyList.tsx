import { KeyRound } from 'lucide-react';
import type { Passkey } from '#contract/access/passkeys.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
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
  const [remove, { isLoading, error }] = useRemovePasskeyMutation();
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
        {error && (
          <p className="field-error" role="alert">
            {`${name} was not removed. ${problemOf(error).message}`}
          </p>
        )}
      </div>
      <Button small busy={isLoading} aria-label={`Remove: ${name}`} onClick={() => void remove({ id })}>
        Remove
      </Button>
    </li>
  );
}
