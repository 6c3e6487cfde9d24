import { launch, type BrowserContext, type Page } from 'puppeteer-core';
import type { Driver, DriverWindow, Key } from './driver.ts';

/**
 * Starts Firefox without a window, driven by WebDriver BiDi. Playwright's BiDi client needs commands that Firefox's
 * extended support release does not implement.
 */
export async function startFirefox(executable: string, proxyPort: number) {
  const browser = await launch({
    browser: 'firefox',
    executablePath: executable,
    headless: true,
    timeout: 110_000,
    extraPrefsFirefox: {
      'intl.accept_languages': 'vi-VN, vi',
      // Send all traffic, even to localhost, through the proxy, which reaches only this machine.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': proxyPort,
      'network.proxy.allow_hijacking_localhost': true,
      'network.proxy.no_proxies_on': '',
      'network.proxy.failover_direct': false,
      'network.proxy.allow_bypass': false,
      // Turn off Firefox's background requests.
      'network.captive-portal-service.enabled': false,
      'network.connectivity-service.enabled': false,
      'network.trr.mode': 5,
      'services.settings.server': '',
      'browser.safebrowsing.update.enabled': false,
    },
  });
  return {
    open: async (): Promise<Driver> => {
      const context = await browser.createBrowserContext();
      await context.newPage();
      return new FirefoxDriver(context);
    },
    stop: () => browser.close(),
  };
}

class FirefoxDriver implements Driver {
  readonly #context: BrowserContext;
  readonly #windows = new Map<Page, DriverWindow>();
  #opened = 0;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async windows(): Promise<readonly DriverWindow[]> {
    const open = await this.#context.pages();
    for (const page of this.#windows.keys()) if (!open.includes(page)) this.#windows.delete(page);
    for (const page of open) {
      if (this.#windows.has(page)) continue;
      this.#opened += 1;
      this.#windows.set(page, new FirefoxWindow(this.#context, page, String(this.#opened)));
      await page.setViewport({ width: 390, height: 740 });
    }
    return [...this.#windows.values()];
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

class FirefoxWindow implements DriverWindow {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly id: string;

  constructor(context: BrowserContext, page: Page, id: string) {
    this.#context = context;
    this.#page = page;
    this.id = id;
  }

  async navigate(url: string): Promise<void> {
    await this.#page.evaluate((to) => {
      location.href = to;
    }, url);
  }

  async run<Value>(body: string): Promise<Awaited<Value>> {
    return this.#page.evaluate<[], () => Value>(`(() => { ${body} })()`);
  }

  async click({ x, y }: { x: number; y: number }): Promise<void> {
    await this.#page.mouse.click(x, y);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  async press(key: Key, { withShift }: { withShift: boolean }): Promise<void> {
    const { keyboard } = this.#page;
    if (withShift) await keyboard.down('Shift');
    await keyboard.press(key === 'Space' ? ' ' : key);
    if (withShift) await keyboard.up('Shift');
  }

  async clearCookies(): Promise<void> {
    await this.#context.deleteCookie(...(await this.#context.cookies()));
  }
}
