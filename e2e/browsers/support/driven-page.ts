import { readFile } from 'node:fs/promises';
import { expect, type APIRequestContext } from '@playwright/test';
import type { AnyLocator, AnyPage, Role } from '../../support/any-page.ts';
import type { Driver, DriverWindow, Key } from './driver.ts';
import {
  awaitClick,
  findInPage,
  isClickAwaited,
  selectFocused,
  type Found,
  type Target,
} from './find-in-page.ts';
import { retry } from '../../support/retry.ts';

const library = await readFile(
  new URL(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

const keys = ['ArrowDown', 'Enter', 'Escape', 'Space', 'Tab'] as const satisfies readonly Key[];

const callOf = <Args extends unknown[]>(script: (...args: Args) => unknown, ...args: Args): string =>
  `return (${String(script)})(...${JSON.stringify(args)});`;

class DrivenLocator implements AnyLocator {
  readonly #window: DriverWindow;
  readonly #target: Target;

  constructor(window: DriverWindow, target: Target) {
    this.#window = window;
    this.#target = target;
  }

  toString(): string {
    return JSON.stringify(this.#target);
  }

  async all(): Promise<Found[]> {
    const found = await this.#window.run<Found[] | 'unprepared'>(callOf(findInPage, this.#target));
    if (found !== 'unprepared') return found;
    await this.#window.run(library);
    return this.all();
  }

  async #get(): Promise<Found> {
    const found = await this.all();
    expect(found, this.toString()).toHaveLength(1);
    const [element] = found;
    if (!element) throw new Error('no element');
    return element;
  }

  async waitFor({ state }: { state: 'visible' | 'hidden' } = { state: 'visible' }): Promise<void> {
    const count = state === 'visible' ? 1 : 0;
    await retry(async () => expect(await this.all(), this.toString()).toHaveLength(count));
  }

  async getAttribute(name: string): Promise<string | null> {
    let value: string | null = null;
    await retry(async () => {
      value = (await this.#get()).attributes[name] ?? null;
    });
    return value;
  }

  /** Clicks as soon as the element is enabled, has stopped moving and, without `force`, is not covered. */
  async click({ force = false } = {}): Promise<void> {
    let last: Found | undefined;
    await retry(async () => {
      const before = last;
      last = await this.#get();
      expect(force || last.isOnTop, `${this.toString()} is covered`).toBe(true);
      expect(last.attributes['disabled'], `${this.toString()} is disabled`).toBeUndefined();
      expect([last.x, last.y]).toEqual([before?.x, before?.y]);
    });
    if (last) await this.#clickAt(last);
  }

  /** Clicks, and clicks again if Firefox drops the click on a page that has just replaced another site's page. */
  async #clickAt(point: Found): Promise<void> {
    const hasArrived = async (): Promise<boolean> => {
      // A page that the click has closed or replaced cannot respond.
      const isAwaited = await this.#window.run<boolean>(callOf(isClickAwaited)).catch(() => false);
      return !isAwaited;
    };
    await retry(async () => {
      await this.#window.run(callOf(awaitClick));
      await this.#window.click(point);
      await expect.poll(hasArrived, { timeout: 20_000 }).toBe(true);
    });
  }

  async fill(text: string): Promise<void> {
    await this.click();
    await retry(async () => {
      expect((await this.#get()).isFocused).toBe(true);
      await this.#window.run(callOf(selectFocused));
    });
    await this.#window.type(text);
  }

  async check({ force = false } = {}): Promise<void> {
    await this.waitFor();
    if (!(await this.#get()).isChecked) await this.click({ force });
    await retry(async () => expect((await this.#get()).isChecked).toBe(true));
  }
}

export class DrivenPage implements AnyPage {
  readonly #driver: Driver;
  readonly #window: DriverWindow;
  readonly request: APIRequestContext;
  readonly #baseURL: string;
  readonly keyboard: AnyPage['keyboard'];

  constructor(driver: Driver, window: DriverWindow, request: APIRequestContext, baseURL: string) {
    this.#driver = driver;
    this.#window = window;
    this.request = request;
    this.#baseURL = baseURL;
    this.keyboard = {
      type: (text) => window.type(text),
      press: (chord) => {
        const key = keys.find((each) => chord.split('+').at(-1) === each);
        if (key === undefined) throw new Error(`${chord} is no known key`);
        return window.press(key, { withShift: chord.startsWith('Shift+') });
      },
    };
  }

  getByRole(role: Role, options: { name?: string; exact?: boolean; level?: number } = {}): DrivenLocator {
    return new DrivenLocator(this.#window, { by: 'role', role, ...options });
  }

  getByLabel(text: string, options: { exact?: boolean } = {}): DrivenLocator {
    return new DrivenLocator(this.#window, { by: 'label', text, ...options });
  }

  getByText(text: string): DrivenLocator {
    return new DrivenLocator(this.#window, { by: 'text', text });
  }

  locator(selector: string): DrivenLocator {
    return new DrivenLocator(this.#window, { by: 'selector', selector });
  }

  /** Navigates, and waits until the page has the new URL. A browser that is still starting may drop a navigation. */
  async goto(url: string): Promise<void> {
    const { href } = new URL(url, this.#baseURL);
    await retry(async () => {
      await this.startNavigation(href);
      await expect.poll(() => this.url(), { timeout: 15_000 }).toBe(href);
    });
  }

  async startNavigation(url: string): Promise<void> {
    await retry(() => this.#window.navigate(new URL(url, this.#baseURL).href));
  }

  url(): Promise<string> {
    return this.#window.run<string>('return location.href');
  }

  async waitForURL(pattern: string | RegExp): Promise<void> {
    const expected =
      typeof pattern === 'string'
        ? new RegExp(`^${RegExp.escape(pattern).replaceAll('\\*\\*', '.*')}$`, 'u')
        : pattern;
    await retry(async () => expect(await this.url()).toMatch(expected));
  }

  /**
   * Runs a script in the page and returns its value.
   * @param script may run more than once
   */
  evaluate<Value>(script: () => Value): Promise<Awaited<Value>> {
    return retry(() => this.#window.run<Value>(callOf(script)));
  }

  context(): { clearCookies(): Promise<void> } {
    return { clearCookies: () => this.#window.clearCookies() };
  }

  async popupOf(action: () => Promise<void>): Promise<DrivenPage> {
    const before = await this.#driver.windows();
    await action();
    let popup: DriverWindow | undefined;
    await retry(async () => {
      popup = (await this.#driver.windows()).find(({ id }) => before.every((window) => window.id !== id));
      expect(popup, 'a new window').toBeDefined();
    });
    if (!popup) throw new Error('no window');
    return new DrivenPage(this.#driver, popup, this.request, this.#baseURL);
  }

  async isClosed(): Promise<boolean> {
    return (await this.#driver.windows()).every(({ id }) => id !== this.#window.id);
  }
}
