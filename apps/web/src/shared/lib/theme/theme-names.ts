export const themeStorageKey = 'vidPersist:theme';

export const themeColors = { light: '#f6f8f5', dark: '#0e1715' } as const;
