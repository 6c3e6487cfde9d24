import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '@vid/testkit/network';
import type { Driver, DriverWindow, Key } from './driver.ts';
import { startProcess } from './processes.ts';
import { retry } from '../../support/retry.ts';
import { openSession, waitUntilReady, type WebDriverSession } from './webdriver.ts';

/**
 * Starts a virtual screen, which prints its number because of `-displayfd`. WebKit shows the focus only in an active
 * window, and without a window manager only the window under the pointer is active. The pointer starts in the middle of
 * the screen, so the screen must be narrow enough for the window to be there.
 */
async function startScreen() {
  const screen = await startProcess('Xvfb', '-displayfd 1 -screen 0 640x1024x24 -nolisten tcp'.split(' '));
  const [number]: unknown[] = await once(screen.stdout, 'data');
  return { display: `:${String(number).trim()}`, stop: () => screen.stop() };
}

/** Starts the driver of WebKitGTK, whose browser is MiniBrowser. The driver speaks classic WebDriver, not BiDi. */
export async function startWebKit(executable: string, proxyPort: number) {
  const started: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).toReversed()) await end();
  };
  try {
    const home = await mkdtemp(join(tmpdir(), 'vid-webkit-'));
    // The browser may still write files while it exits.
    started.push(() => rm(home, { recursive: true, force: true, maxRetries: 20 }));
    const screen = await startScreen();
    started.push(() => screen.stop());
    const port = await freePort();
    const program = await startProcess(executable, [`--port=${port}`], {
      ...process.env,
      DISPLAY: screen.display,
      HOME: home,
    });
    started.push(() => program.stop());
    const address = `http://127.0.0.1:${port}`;
    await waitUntilReady(address);
    return { open: () => openWebKit(address, proxyPort), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openWebKit(address: string, proxyPort: number): Promise<Driver> {
  const proxy = `127.0.0.1:${proxyPort}`;
  const session = await openSession(address, {
    // Let commands return before the page has loaded, because the tests decide what to wait for.
    pageLoadStrategy: 'none',
    proxy: { proxyType: 'manual', httpProxy: proxy, sslProxy: proxy },
  });
  const driver = new WebKitDriver(session);
  await openNarrowWindow(driver);
  return driver;
}

/** Replaces the first window, which its toolbar keeps wider, with a window as wide as a phone. */
async function openNarrowWindow(driver: WebKitDriver): Promise<void> {
  const [first] = await driver.windows();
  if (!first) throw new Error('the session has no window');
  // A click may be lost while the browser starts. Repeated clicks open only one window.
  await retry(() =>
    first.run(`onclick = () => {
      onclick = null;
      open('about:blank', '', 'popup,noopener,width=390,height=740');
    }`),
  );
  await retry(async () => {
    if ((await driver.windows()).length === 1) await first.click({ x: 9, y: 9 });
    expect(await driver.windows()).toHaveLength(2);
  });
  await first.close();
}

class WebKitDriver implements Driver {
  readonly #session: WebDriverSession;
  readonly #windows = new Map<string, WebKitWindow>();

  constructor(session: WebDriverSession) {
    this.#session = session;
  }

  async windows(): Promise<readonly WebKitWindow[]> {
    const open = await this.#session<string[]>('GET', '/window/handles');
    for (const handle of this.#windows.keys()) if (!open.includes(handle)) this.#windows.delete(handle);
    for (const handle of open)
      if (!this.#windows.has(handle)) this.#windows.set(handle, new WebKitWindow(this.#session, handle));
    return [...this.#windows.values()];
  }

  async close(): Promise<void> {
    await this.#session('DELETE', '');
  }
}

const keyValues = { ArrowDown: '\uE015', Enter: '\uE007', Escape: '\uE00C', Space: ' ', Tab: '\uE004' };
const shift = '\uE008';
const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });

class WebKitWindow implements DriverWindow {
  readonly #session: WebDriverSession;
  readonly id: string;

  constructor(session: WebDriverSession, handle: string) {
    this.#session = session;
    this.id = handle;
  }

  /** Selects this window before each command, because WebDriver commands go to the session's current window. */
  async #send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    await this.#session('POST', '/window', { handle: this.id });
    return this.#session<Value>(method, path, body);
  }

  async navigate(url: string): Promise<void> {
    await this.#send('POST', '/url', { url });
  }

  async run<Value>(body: string): Promise<Awaited<Value>> {
    return this.#send<Awaited<Value>>('POST', '/execute/sync', { script: body, args: [] });
  }

  async click({ x, y }: { x: number; y: number }): Promise<void> {
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.#send('POST', '/actions', { actions: [mouse] });
  }

  async type(text: string): Promise<void> {
    await this.#sendKeys(Array.from(text).flatMap((value) => [down(value), up(value)]));
  }

  async press(key: Key, { withShift }: { withShift: boolean }): Promise<void> {
    const strokes = [down(keyValues[key]), up(keyValues[key])];
    await this.#sendKeys(withShift ? [down(shift), ...strokes, up(shift)] : strokes);
  }

  async #sendKeys(actions: readonly object[]): Promise<void> {
    await this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async clearCookies(): Promise<void> {
    await this.#send('DELETE', '/cookie');
  }

  async close(): Promise<void> {
    await this.#send('DELETE', '/window');
  }
}
