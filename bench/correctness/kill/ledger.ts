import { open } from 'node:fs/promises';

export type Acknowledged = {
  readonly phone: string;
  readonly isEnterprise: boolean;
  readonly accountId: string;
  readonly sessionId: string;
};

export type Ledger = {
  readonly entries: readonly Acknowledged[];
  /** Resolves once the line is on disk. */
  write(entry: Acknowledged): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a ledger with one line per acknowledged sign-up. Each line is flushed to disk before the writer continues.
 */
export async function openLedger(file: string): Promise<Ledger> {
  const handle = await open(file, 'a');
  const entries: Acknowledged[] = [];
  let last = Promise.resolve();
  return {
    entries,
    write(entry) {
      const before = last;
      last = (async () => {
        await before;
        await handle.write(`${JSON.stringify(entry)}\n`);
        await handle.datasync();
        entries.push(entry);
      })();
      return last;
    },
    close: () => handle.close(),
  };
}
