import type { Trace } from './trace.ts';

export const TRACE_FILE = 'trellis-trace.json';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The trace attached to an error report. An envelope has a line for itself, then a header and a payload line for each item. */
function attachedTrace(text: string): unknown {
  const lines = text.split('\n');
  const header = lines.findIndex(
    (line) => (parsed(line) as { filename?: string } | null)?.filename === TRACE_FILE,
  );
  return header < 0 ? null : parsed(lines[header + 1] ?? '');
}

/**
 * Reads a saved trace, or an error report as the collector stores it. Throws an error that describes the problem with
 * the file.
 */
export function readTrace(text: string): Trace {
  const value = parsed(text) ?? attachedTrace(text);
  if (value === null) throw new Error('This file is neither a trace nor an error report with a trace.');
  const { format, actions } = value as Partial<Trace>;
  if (format !== 'trellis-trace-1') throw new Error('This file is not a Trellis trace.');
  if (!Array.isArray(actions) || actions.some((action) => typeof action?.type !== 'string'))
    throw new Error('This trace contains an entry that is not an action.');
  return value as Trace;
}
