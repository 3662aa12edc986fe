import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

interface SecurityCodeProps {
  room: CoachingRoom;
  /** The first name of the other person. */
  name: string;
}

/** A code computed from both people's keys. If both see the same code, no one has replaced a key. */
export function SecurityCode({ room, name }: SecurityCodeProps) {
  const [isOpen, setOpen] = useState(false);
  if (!hasSecurityCode(room)) return null;
  return (
    <>
      <CompareButton onClick={() => setOpen(true)} />
      {isOpen && <SecurityCodeDialog room={room} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

export const hasSecurityCode = ({ myKey, otherKey }: CoachingRoom) => myKey !== null && otherKey !== null;

export const CompareButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="link" small onClick={onClick}>
    <ShieldCheck className="icon icon-small" aria-hidden="true" />
    Compare security code
  </Button>
);

export function SecurityCodeDialog({
  room: { myKey, otherKey },
  name,
  onClose,
}: SecurityCodeProps & { onClose: () => void }) {
  if (!myKey || !otherKey) return null;
  return (
    <Dialog title="Compare the security code" onClose={onClose}>
      <div className="stack-4">
        <p>{`Read it to ${name}, who finds it under “More” in the room and next to the agenda of the session. If both codes are the same, only the two of you have the keys to these notes.`}</p>
        <Code keys={[myKey.publicKey, otherKey]} />
        <p className="text-2">
          {`If they differ, one of you may have started again with new keys. Reload the page and compare again. If they still differ, do not write anything confidential, and tell your administrator.`}
        </p>
      </div>
    </Dialog>
  );
}

function Code({ keys }: { keys: [string, string] }) {
  const { coaching } = usePorts();
  const [code, setCode] = useState<string | null>(null);
  const [mine, theirs] = keys;
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      const text = await (await coaching.vault()).fingerprint([mine, theirs]);
      if (!isGone) setCode(text);
    };
    read().catch(() => setCode('This browser cannot compute the code.'));
    return () => {
      isGone = true;
    };
  }, [coaching, mine, theirs]);
  return (
    <output className="security-code figures" aria-label="Security code">
      {code ?? 'Computing the code'}
    </output>
  );
}
