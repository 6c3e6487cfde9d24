import { useEffect } from 'react';
import { create } from 'zustand';
import type * as library from './base-ui.ts';

type Library = typeof library;
type Load = <T>(load: () => Promise<T>) => Promise<T>;

const useLibrary = create<{ loaded: Library | null }>()(() => ({ loaded: null }));

let loadPart: Load = (load) => load();
let loading: Promise<void> | undefined;

/** Sets how the library is loaded. The shell retries after a lost connection. */
export function connectOverlays(load: Load): void {
  loadPart = load;
}

/** Loads a part that a page needs later, such as a dialog with its form, in the way set by `connectOverlays`. */
export const loadOverlayPart: Load = (load) => loadPart(load);

/**
 * Loads the library of dialogs and menus. The shell calls this function once its first page is shown; a
 * dialog or menu that opens earlier calls it itself.
 */
export function loadOverlays(): void {
  loading ??= loadPart(async () => {
    useLibrary.setState({ loaded: await import('./base-ui.ts') });
  }).catch(() => {
    // After a failure, the next press loads the library again.
    loading = undefined;
  });
}

/** Returns the library, or null until it has loaded. Starts loading it if `isNeeded`. */
export function useOverlayLibrary(isNeeded = false): Library | null {
  // Loads the library's module.
  useEffect(() => {
    if (isNeeded) loadOverlays();
  }, [isNeeded]);
  return useLibrary(({ loaded }) => loaded);
}
