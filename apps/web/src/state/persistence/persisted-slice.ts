import * as v from 'valibot';
import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { isRecord } from '#shared/lib/is-record.ts';

export const persistPrefix = 'vidPersist:';

/** Longer than any slice gets. Longer values are removed without parsing them. */
const maxStoredLength = 64_000;

/** The persisted fields, each with the schema its stored value must match. */
export type KeptFields<State> = { readonly [K in keyof State]?: v.GenericSchema<unknown, State[K]> };

type Migrate = (stored: Record<string, unknown>, fromVersion: number) => Record<string, unknown>;

export type SliceOptions<State> = {
  name: string;
  version: number;
  kept: KeptFields<State>;
  /** Persisted fields that belong to one tab, because two tabs may be signing in to two applications. */
  perTab?: readonly (keyof State & string)[];
  /** Converts the fields of an older version. The result is validated like any stored value. */
  migrate?: Migrate;
  /** A tab that was opened before an update shares the storage with newer tabs, and neither reloads the other. */
  previous?: PreviousLayout<State>;
};

/** The layout of the previous release, if it has the same version. */
type PreviousLayout<State> = {
  /** Adds the fields of this release to stored ones. */
  read: (stored: Record<string, unknown>) => Record<string, unknown>;
  /** Fields that only the previous release reads. */
  write: (state: State) => Record<string, unknown>;
};

export type PersistedSlice<State> = UseBoundStore<StoreApi<State>> & {
  persist: {
    rehydrate: () => Promise<void>;
    hasHydrated: () => boolean;
    onFinishHydration: (listener: () => void) => () => void;
  };
};

type Stored = { state: Record<string, unknown>; version: number };

/** Reads a stored slice; null if it is missing or invalid, or if storage is forbidden. Never throws. */
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

/** Writes only changed values. Otherwise two tabs would trigger each other's storage events forever. */
function write(area: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) area().removeItem(key);
    else if (area().getItem(key) !== text) area().setItem(key, text);
  } catch {
    // Storage is forbidden or full, so the state lasts as long as the page.
  }
}

const browserStorage = (): Storage => localStorage;
const tabStorage = (): Storage => sessionStorage;

function pick(state: unknown, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(isRecord(state) ? state : {}).filter(([name]) => isWanted(name)));
}

/** Keeps the fields of `perTab` in the tab's storage and all others in the browser's. */
function storageOf(perTab: readonly string[]): PersistStorage<unknown> {
  const isOfTab = (name: string): boolean => perTab.includes(name);
  const isOfBrowser = (name: string): boolean => !isOfTab(name);
  return {
    getItem(key) {
      const ofBrowser = read(browserStorage, key);
      const ofTab = perTab.length === 0 ? null : read(tabStorage, key);
      if (ofBrowser === null && ofTab === null) return null;
      return {
        state: { ...pick(ofBrowser?.state, isOfBrowser), ...pick(ofTab?.state, isOfTab) },
        version: ofBrowser?.version ?? ofTab?.version ?? 0,
      };
    },
    setItem(key, { state, version }) {
      write(browserStorage, key, JSON.stringify({ state: pick(state, isOfBrowser), version }));
      if (perTab.length > 0) write(tabStorage, key, JSON.stringify({ state: pick(state, isOfTab), version }));
    },
    removeItem(key) {
      write(browserStorage, key, null);
      write(tabStorage, key, null);
    },
  };
}

/** A store whose `kept` fields are persisted as `vidPersist:<name>`. */
export function createPersistedSlice<State extends object>(
  initial: State,
  options: SliceOptions<State>,
): PersistedSlice<State> {
  const keptKeys = Object.keys(options.kept).filter((key): key is keyof State & string => key in initial);

  function restoreField<K extends keyof State>(key: K, value: unknown): State[K] {
    const schema: v.GenericSchema<unknown, State[K]> | undefined = options.kept[key];
    const parsed = schema && v.safeParse(schema, value);
    return parsed?.success === true ? parsed.output : initial[key];
  }

  function restore(persisted: unknown, current: State): State {
    const found = isRecord(persisted) ? persisted : {};
    const stored = options.previous?.read(found) ?? found;
    const restored = { ...current };
    for (const key of keptKeys) {
      restored[key] = restoreField(key, Object.hasOwn(stored, key) ? stored[key] : undefined);
    }
    return restored;
  }

  const creator: StateCreator<State, [['zustand/persist', unknown]]> = () => initial;
  return create<State>()(
    persist(creator, {
      name: `${persistPrefix}${options.name}`,
      version: options.version,
      storage: storageOf(options.perTab ?? []),
      partialize: (state) => ({
        ...options.previous?.write(state),
        ...Object.fromEntries(keptKeys.map((key) => [key, state[key]])),
      }),
      migrate: (stored, version) =>
        isRecord(stored) && version < options.version ? (options.migrate?.(stored, version) ?? stored) : {},
      merge: restore,
    }),
  );
}
