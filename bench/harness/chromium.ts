import { chromium, type Browser } from 'playwright-core';
import { getChromium } from '../../tools/lib/chromium.mjs';

/** The installed Chromium, with nothing of its own on the network. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: getChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

/** What a member's phone shows the pages in. */
export const phone = { locale: 'vi-VN', viewport: { width: 360, height: 740 } } as const;
