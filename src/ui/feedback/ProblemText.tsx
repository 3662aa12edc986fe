import { useState } from 'react';
import { useAppSelector } from '#src/app/hooks.ts';
import { OFFLINE_MESSAGE } from '#store/api/problemOf.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';

/** The message of a refused call. It no longer says that the server cannot be reached when the connection is back. */
export const ProblemText = ({ message }: { message: string }) =>
  message === OFFLINE_MESSAGE ? <OfflineText /> : message;

/** The screen keeps its message until the next attempt, so the message itself changes. */
function OfflineText() {
  const status = useAppSelector(selectConnectionStatus);
  const isLost = status === 'offline' || status === 'reconnecting';
  // A call can fail before the loss is detected.
  const [wasLost, setWasLost] = useState(isLost);
  if (isLost && !wasLost) setWasLost(true);
  return wasLost && !isLost ? (
    <span className="is-over">You are back online. You can try again.</span>
  ) : (
    OFFLINE_MESSAGE
  );
}
