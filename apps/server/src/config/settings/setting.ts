export type Setting<T, Default = string | undefined> = {
  readonly name: `VID_${string}`;
  readonly default: Default;
  readonly describe: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
};

/** Begins the definition of a setting, which `describe` completes. */
export const define = <T, Default extends string | undefined>(
  name: Setting<T>['name'],
  parse: Setting<T>['parse'],
  fallback: Default,
) => ({
  describe: (describe: string): Setting<T, Default> => ({ name, parse, default: fallback, describe }),
});

export const secret = <T, Default extends string | undefined>(
  ...head: Parameters<typeof define<T, Default>>
) => ({
  describe: (describe: string): Setting<T, Default> => ({
    ...define(...head).describe(describe),
    secret: true,
  }),
});
