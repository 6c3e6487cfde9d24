import type { APIRequestContext } from '@playwright/test';

export type Role =
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'heading'
  | 'img'
  | 'link'
  | 'menuitem'
  | 'radio'
  | 'searchbox'
  | 'status'
  | 'textbox';

export interface AnyLocator {
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  check(options?: { force?: boolean }): Promise<void>;
  getAttribute(name: string): Promise<string | null>;
  waitFor(options?: { state: 'visible' | 'hidden' }): Promise<void>;
  toString(): string;
}

/** A page or a part of a page, in which elements are located. */
export interface Scope<Found> {
  getByRole(role: Role, options?: { name?: string; exact?: boolean; level?: number }): Found;
  getByLabel(label: string, options?: { exact?: boolean }): Found;
  getByText(text: string): Found;
  locator(selector: string): Found;
}

/**
 * Members of Playwright's Page that the shared steps use. Pages in Firefox and WebKit (`e2e/browsers`) also have them.
 */
export interface AnyPage extends Scope<AnyLocator> {
  readonly keyboard: {
    type(text: string): Promise<void>;
    /** Presses a key by its DOM name, optionally after `Shift+`. */
    press(key: string): Promise<void>;
  };
  readonly request: APIRequestContext;
  goto(url: string): Promise<unknown>;
  waitForURL(pattern: string | RegExp): Promise<void>;
  evaluate(script: () => unknown): Promise<unknown>;
  context(): { clearCookies(): Promise<void> };
}
