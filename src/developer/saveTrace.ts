import type { ClientConfig } from '#contract/administration/operations.ts';
import { originOf } from '#src/reporting/origin.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { anonymousTrace } from '#store/devtools/trace.ts';
import { saveJson } from './saveJson.ts';

/** Downloads the last actions without personal data. */
export const saveTrace = (page: Document, log: ActionLog, config: ClientConfig) =>
  saveJson(page, 'trellis-trace.json', anonymousTrace(log, originOf(config)));
