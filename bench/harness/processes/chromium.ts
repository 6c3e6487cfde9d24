import { chromium, type Browser } from 'playwright-core';
import { getChromium } from '../../../tools/lib/chromium.mjs';

/** Starts the installed Chromium without the browser's background traffic. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: getChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

export const phone = { locale: 'vi-VN', viewport: { width: 360, height: 740 } } as const;
