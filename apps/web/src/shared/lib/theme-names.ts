export const themeStorageKey = 'vidPersist:theme';

/** The colour of the browser's toolbar: the background of each theme. */
export const themeColors = { light: '#f6f8f5', dark: '#0e1715' } as const;
