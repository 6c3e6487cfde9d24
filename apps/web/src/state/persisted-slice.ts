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
  /** Those of the kept fields that belong to one tab: two tabs may be on the way to two applications. */
  perTab?: readonly (keyof State & string)[];
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

type Stored = { state: Record<string, unknown>; version: number };

/** Never throws: junk, or a forbidden storage, is nothing. */
function read(area: () => Storage, key: string): Stored | null {
  try {
    const text = area().getItem(key);
    if (text === null) return null;
    if (text.length > maxStoredLength) {
      area().removeItem(key);
      return null;
    }
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || typeof value['version'] !== 'number') return null;
    return { state: isRecord(value['state']) ? value['state'] : {}, version: value['version'] };
  } catch {
    return null;
  }
}

/**
 * Writes of an unchanged value are skipped, so that tabs that follow each other do not answer each other's
 * events. Without storage the state lives as long as the page.
 */
function write(area: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) area().removeItem(key);
    else if (area().getItem(key) !== text) area().setItem(key, text);
  } catch {
    // As said above.
  }
}

const shared = (): Storage => localStorage;
const ofTab = (): Storage => sessionStorage;

function part(state: unknown, takes: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(isRecord(state) ? state : {}).filter(([name]) => takes(name)));
}

/** The browser's storage for what all tabs share, the tab's own for what belongs to it. */
function storageOf(perTab: readonly string[]): PersistStorage<unknown> {
  const isOfTab = (name: string): boolean => perTab.includes(name);
  return {
    getItem(key) {
      const common = read(shared, key);
      const own = perTab.length === 0 ? null : read(ofTab, key);
      if (common === null && own === null) return null;
      return {
        state: { ...part(common?.state, (name) => !isOfTab(name)), ...part(own?.state, isOfTab) },
        version: common?.version ?? own?.version ?? 0,
      };
    },
    setItem(key, { state, version }) {
      const text = (takes: (name: string) => boolean) =>
        JSON.stringify({ state: part(state, takes), version });
      write(
        shared,
        key,
        text((name) => !isOfTab(name)),
      );
      if (perTab.length > 0) write(ofTab, key, text(isOfTab));
    },
    removeItem(key) {
      write(shared, key, null);
      write(ofTab, key, null);
    },
  };
}

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
      storage: storageOf(options.perTab ?? []),
      partialize: (state) => Object.fromEntries(keptKeys.map((key) => [key, state[key]])),
      migrate: (stored, version) =>
        isRecord(stored) && version < options.version ? (options.migrate?.(stored, version) ?? stored) : {},
      merge: restore,
    }),
  );
}
