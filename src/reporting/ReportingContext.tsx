import { createContext, useContext } from 'react';
import { createOutboundLog, type OutboundLog } from './outboundLog.ts';

export interface Reporting {
  /** Resolves with the id of the report once it is sent, or null if it is not. */
  report: (error: unknown, where: string) => Promise<string | null>;
  outboundLog: OutboundLog;
  /** Shows this tab in the Redux DevTools extension and returns how to stop. Null without the extension. */
  inspect: (() => Promise<() => void>) | null;
}

/** Default without a composition root: errors go to the browser console and nothing is sent. */
const defaultReporting: Reporting = {
  report(error) {
    reportError(error);
    return Promise.resolve(null);
  },
  outboundLog: createOutboundLog(() => 0),
  inspect: null,
};
const ReportingContext = createContext(defaultReporting);
export const ReportingProvider = ReportingContext.Provider;
export const useReporting = () => useContext(ReportingContext);
