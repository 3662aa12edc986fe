import { createContext, useContext } from 'react';
import { createDepartures, type Departures } from './departures.ts';

export interface Reporting {
  /** Gives the number under which the report can be found, or null where none is sent. */
  report: (error: unknown, where: string) => string | null;
  departures: Departures;
  /** Shows this tab to the extension of the browser; gives how to end it. Null where there is none. */
  inspect: (() => Promise<() => void>) | null;
}

/** Without the composition root nothing is sent: an error is told to the browser. */
const alone: Reporting = {
  report(error) {
    reportError(error);
    return null;
  },
  departures: createDepartures(() => 0),
  inspect: null,
};
const ReportingContext = createContext(alone);
export const ReportingProvider = ReportingContext.Provider;
export const useReporting = () => useContext(ReportingContext);
