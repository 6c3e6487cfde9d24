import * as v from 'valibot';
import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand';
import { persist, type PersistStorage } from 'zustand/middleware';
import { isRecord } from '#shared/lib/is-record.ts';
import { readEntry, writeEntry } from './entry-fields.ts';

export const persistPrefix = 'vidPersist:';

/** Maximum length of a stored slice, in characters. A longer value is removed without parsing. */
const maxStoredLength = 64_000;

export type KeptFields<State> = { readonly [K in keyof State]?: v.GenericSchema<unknown, State[K]> };

type Migrate = (stored: Record<string, unknown>, fromVersion: number) => Record<string, unknown>;

export type SliceOptions<State> = {
  name: string;
  version: number;
  kept: KeptFields<State>;
  /** Persisted fields of a single tab, because two tabs may be signing in to two applications. */
  perTab?: readonly (keyof State & string)[] | 'all';
  /** Persisted fields that must not be in the browser's storage. The tab's history entry keeps them. */
  perEntry?: { readonly fields: readonly (keyof State & string)[]; readonly ownedBy: keyof State & string };
  /** Converts the fields of an older version. The result is validated like any other stored value. */
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

/** Reads a stored slice; null if it is missing or invalid, or if storage is blocked. Never throws. */
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

/** Whether storage is blocked or full, so that the state is lost when the page closes. */
let hasFailed = false;

function write(area: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) area().removeItem(key);
    else if (area().getItem(key) !== text) area().setItem(key, text);
  } catch {
    hasFailed = true;
  }
}

/**
 * Returns whether the tab can read its stored values again. If not, restoring would reset the slices to their defaults.
 */
export const isPersistent = (): boolean => !hasFailed;

const browserStorage = (): Storage => localStorage;
const tabStorage = (): Storage => sessionStorage;

export const removeFromTab = (key: string): void => write(tabStorage, key, null);

function pick(state: unknown, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(isRecord(state) ? state : {}).filter(([name]) => isWanted(name)));
}

function sameValue(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);
}

type Known = { fields: Readonly<Record<string, unknown>> };

type Areas = {
  perTab: readonly string[] | 'all';
  perEntry: readonly string[];
  ownedBy: string;
};

/**
 * Keeps the fields of `perEntry` in the tab's history entry, the fields of `perTab` in the tab's storage and all other
 * fields in the browser's storage. Writes only the fields that this tab has changed since `known`, because another tab
 * may have written other fields whose storage event has not arrived yet.
 */
function storageOf({ perTab, perEntry, ownedBy }: Areas, known: Known): PersistStorage<unknown> {
  const isOfEntry = (name: string): boolean => perEntry.includes(name);
  const isOfTab = (name: string): boolean => !isOfEntry(name) && (perTab === 'all' || perTab.includes(name));
  const isOfBrowser = (name: string): boolean => !isOfEntry(name) && !isOfTab(name);
  const save = (area: () => Storage, key: string, fields: Record<string, unknown>, version: number): void => {
    const before = read(area, key);
    const changed = pick(fields, (name) => !sameValue(fields[name], known.fields[name]));
    // A stored value of another version is replaced as a whole, and unknown fields are dropped.
    const isKnown = (name: string): boolean => Object.hasOwn(fields, name);
    const state = before?.version === version ? { ...pick(before.state, isKnown), ...changed } : fields;
    write(area, key, JSON.stringify({ state, version }));
  };
  return {
    getItem(key) {
      const ofBrowser = perTab === 'all' ? null : read(browserStorage, key);
      const ofTab = perTab.length === 0 ? null : read(tabStorage, key);
      if (ofBrowser === null && ofTab === null) return null;
      const state = { ...pick(ofBrowser?.state, isOfBrowser), ...pick(ofTab?.state, isOfTab) };
      const ofEntry = perEntry.length === 0 ? null : readEntry(String(state[ownedBy]));
      return {
        state: { ...state, ...pick(ofEntry, isOfEntry) },
        version: ofBrowser?.version ?? ofTab?.version ?? 0,
      };
    },
    setItem(key, { state, version = 0 }) {
      if (perTab !== 'all') save(browserStorage, key, pick(state, isOfBrowser), version);
      if (perTab.length > 0) save(tabStorage, key, pick(state, isOfTab), version);
      known.fields = pick(state, () => true);
      if (perEntry.length > 0) writeEntry(String(known.fields[ownedBy]), pick(state, isOfEntry));
    },
    removeItem(key) {
      write(browserStorage, key, null);
      write(tabStorage, key, null);
    },
  };
}

/** Creates a store whose `kept` fields are persisted as `vidPersist:<name>`. */
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

  function restore(stored: unknown, current: State): State {
    const fields = isRecord(stored) ? stored : {};
    const restored = { ...current };
    for (const key of keptKeys) {
      restored[key] = restoreField(key, Object.hasOwn(fields, key) ? fields[key] : undefined);
    }
    return restored;
  }

  const persisted = (state: State): Record<string, unknown> =>
    Object.fromEntries(keptKeys.map((key) => [key, state[key]]));

  const known: Known = { fields: {} };
  const creator: StateCreator<State, [['zustand/persist', unknown]]> = () => initial;
  return create<State>()(
    persist(creator, {
      name: `${persistPrefix}${options.name}`,
      version: options.version,
      storage: storageOf(
        {
          perTab: options.perTab ?? [],
          perEntry: options.perEntry?.fields ?? [],
          ownedBy: options.perEntry?.ownedBy ?? '',
        },
        known,
      ),
      partialize: persisted,
      migrate: (stored, version) =>
        isRecord(stored) && version < options.version ? (options.migrate?.(stored, version) ?? stored) : {},
      merge(stored, current) {
        const restored = restore(stored, current);
        known.fields = persisted(restored);
        return restored;
      },
    }),
  );
}
