/** What one check has found. */
export interface Finding {
  /** A warning may need attention. A problem keeps Trellis from working or makes it unsafe. */
  level: 'ok' | 'warning' | 'problem';
  /** The part that was checked. */
  part: string;
  /** What the check found. */
  text: string;
  /** What to do about a warning or problem, if `text` does not say it. */
  fix?: string;
}

export const ok = (part: string, text: string): Finding => ({ level: 'ok', part, text });
export const warning = (part: string, text: string, fix: string): Finding => ({
  level: 'warning',
  part,
  text,
  fix,
});
export const problem = (part: string, text: string, fix: string): Finding => ({
  level: 'problem',
  part,
  text,
  fix,
});

/** The difference between this machine's clock and another one, from its response to a request. */
export function clockFinding(of: string, theirs: number, sentAt: number, answeredAt: number): Finding {
  const part = 'clock';
  // The response was written between the two times, so only a time outside this interval counts as a difference.
  const seconds = Math.max(sentAt - theirs, theirs - answeredAt, 0) / 1_000;
  const text = `${seconds.toFixed(1)} s from the clock of ${of}`;
  if (seconds < 2) return ok(part, seconds === 0 ? `same time as ${of}` : text);
  const fix = 'Synchronise both clocks, for example with chrony or systemd-timesyncd.';
  return seconds < 30 ? warning(part, text, fix) : problem(part, text, fix);
}
