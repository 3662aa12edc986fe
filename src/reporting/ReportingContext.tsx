import { createContext, useContext } from 'react';
import { createOutboundLog, type OutboundLog } from './outboundLog.ts';

export interface Reporting {
  /** Resolves with the id of the report when it is sent, or null if it is not sent. */
  report: (error: unknown, where: string) => Promise<string | null>;
  outboundLog: OutboundLog;
  /** Shows this tab in the Redux DevTools extension. Returns a function that stops it; null without the extension. */
  inspect: (() => Promise<() => void>) | null;
  /** The trace of the newest error as text, without anything that people wrote. `npm run replay` plays it. */
  diagnostics: () => Promise<string>;
}

/** Default without a composition root: errors are only written to the browser console. */
const defaultReporting: Reporting = {
  report(error) {
    reportError(error);
    return Promise.resolve(null);
  },
  outboundLog: createOutboundLog(() => 0),
  inspect: null,
  diagnostics: () => Promise.resolve(''),
};
const ReportingContext = createContext(defaultReporting);
export const ReportingProvider = ReportingContext.Provider;
export const useReporting = () => useContext(ReportingContext);
