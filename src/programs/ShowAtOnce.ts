import { createContext } from 'react';
import type { Deed } from './withRecord.ts';

/** Shows what can be taken back before the service has answered; a refusal takes it away again by itself. */
export const ShowAtOnce = createContext<(deed: Deed) => void>(() => {});
