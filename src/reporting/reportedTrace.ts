import type { ClientConfig } from '#contract/administration/operations.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { reportTrace } from '#store/devtools/reportTrace.ts';
import type { ReportedError } from './errorReports.ts';
import { originOf } from './origin.ts';

/** The attachment of an error report, for users who send it in another way. */
export function reportedTrace(
  log: ActionLog,
  config: ClientConfig | null,
  reported: ReportedError | null,
): string {
  const origin = originOf(config ?? { version: 'unknown', deployment: 'unknown' });
  const newest = reported ?? { error: null, where: 'screen', place: log.placeOf(null) };
  return JSON.stringify(reportTrace(log, origin, newest));
}
