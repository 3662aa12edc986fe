import { statSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findChromium } from '../chromium.ts';

const FILE = 'docs/theatre.webp';
const SIZE = { width: 1280, height: 800 };
const SPEED = 1.5;
/** 30 frames of the tour take about 350 kB. */
const EVERY_MS = 2_000;
const SHOWN_MS = 1_500;

/** Plays the tour in a headless browser and records it as an animated picture. */
export async function record(url: string): Promise<void> {
  const { path, env } = await findChromium();
  const browser = await chromium.launch({ executablePath: path, env: { ...process.env, ...env } });
  try {
    const page = await browser.newPage({ viewport: SIZE });
    await page.goto(`${url}/?speed=${SPEED}`);
    await page.getByRole('button', { name: 'Play tour', disabled: false }).click();
    const pictures: Buffer[] = [];
    const isFinished = page.getByText(/^The tour (is finished|has stopped)/);
    while (!(await isFinished.isVisible())) {
      const at = Date.now();
      pictures.push(await page.screenshot());
      await page.waitForTimeout(Math.max(0, EVERY_MS - (Date.now() - at)));
    }
    const outcome = await isFinished.innerText();
    if (outcome.includes('stopped')) throw new Error(outcome);
    const frames = await Promise.all(pictures.map((one) => sharp(one).resize(960).png().toBuffer()));
    await sharp(frames, { join: { animated: true } })
      .webp({ quality: 45, effort: 3, delay: frames.map(() => SHOWN_MS), loop: 0 })
      .toFile(FILE);
    console.log(`${FILE}: ${frames.length} pictures, ${Math.round(statSync(FILE).size / 1_000)} kB`);
  } finally {
    await browser.close();
  }
}
