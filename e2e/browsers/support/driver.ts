export interface Driver {
  windows(): Promise<readonly DriverWindow[]>;
  /** Closes the browser, or this test's browser context, and deletes its storage. */
  close(): Promise<void>;
}

export type Key = 'ArrowDown' | 'Enter' | 'Escape' | 'Space' | 'Tab';

export type Point = { readonly x: number; readonly y: number };

export interface DriverWindow {
  readonly id: string;
  /** Starts a navigation without waiting for the page. */
  navigate(url: string): Promise<void>;
  /**
   * Runs a function body in the page, regardless of its Content-Security-Policy. The value is copied as JSON.
   */
  run<Value>(body: string): Promise<Awaited<Value>>;
  click(point: Point): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses a key by its DOM name, optionally with Shift. */
  press(key: Key, options: { withShift: boolean }): Promise<void>;
  clearCookies(): Promise<void>;
}
