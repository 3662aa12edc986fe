import { chromium } from 'playwright-core';
import { findChromium } from '#scripts/chromium.ts';

/** Starts Chromium for a bench, without its own traffic. `flags` are added to the command line. */
export async function launchBrowser(flags: readonly string[] = []) {
  const { path, env } = await findChromium();
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', ...flags],
    env: { ...process.env, ...env } as Record<string, string>,
  });
}
