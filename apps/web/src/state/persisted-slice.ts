import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { type Guard, isRecord } from './guards.ts';

export const persistPrefix = 'vidPersist:';

/** Larger than any honest slice; what is larger was not written by us and is not even parsed. */
const maxStoredLength = 64_000;

/** The fields that are kept, each with the check that its stored value must pass. All others are forgotten. */
export type KeptFields<State> = { readonly [K in keyof State]?: Guard<State[K]> };

type Migrate = (stored: Record<string, unknown>, fromVersion: number) => Record<string, unknown>;

export type SliceOptions<State> = {
  name: string;
  version: number;
  kept: KeptFields<State>;
  /** From an older version's fields to this one's; the result passes the same checks. */
  migrate?: Migrate;
};

export type PersistedSlice<State> = UseBoundStore<StoreApi<State>> & {
  persist: {
    rehydrate: () => Promise<void>;
    hasHydrated: () => boolean;
    onFinishHydration: (listener: () => void) => () => void;
  };
};

function readStored(key: string): { state: unknown; version: number } | null {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  if (text.length > maxStoredLength) {
    localStorage.removeItem(key);
    return null;
  }
  const value: unknown = JSON.parse(text);
  if (!isRecord(value) || typeof value['version'] !== 'number') return null;
  return { state: value['state'], version: value['version'] };
}

/**
 * Reads never throw: junk, a full or a forbidden storage lead to the defaults. Writes of an unchanged value
 * are skipped, so that tabs that follow each other do not answer each other's events.
 */
const storage: PersistStorage<unknown> = {
  getItem(key) {
    try {
      return readStored(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      const text = JSON.stringify(value);
      if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
    } catch {
      // Without storage the state lives as long as the page.
    }
  },
  removeItem(key) {
    try {
      localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
};

/** A slice whose kept fields outlive the page, below `vidPersist:<name>`. */
export function createPersistedSlice<State extends object>(
  initial: State,
  options: SliceOptions<State>,
): PersistedSlice<State> {
  const keptKeys = Object.keys(options.kept).filter((key): key is keyof State & string => key in initial);

  function restore(persisted: unknown, current: State): State {
    const stored = isRecord(persisted) ? persisted : {};
    const restored = { ...current };
    for (const key of keptKeys) {
      const value: unknown = Object.hasOwn(stored, key) ? stored[key] : undefined;
      restored[key] = options.kept[key]?.(value) === true ? value : initial[key];
    }
    return restored;
  }

  const creator: StateCreator<State, [['zustand/persist', unknown]]> = () => initial;
  return create<State>()(
    persist(creator, {
      name: `${persistPrefix}${options.name}`,
      version: options.version,
      storage,
      partialize: (state) => Object.fromEntries(keptKeys.map((key) => [key, state[key]])),
      migrate: (stored, version) =>
        isRecord(stored) && version < options.version ? (options.migrate?.(stored, version) ?? stored) : {},
      merge: restore,
    }),
  );
}
