export type Setting<T> = {
  readonly name: `VID_${string}`;
  readonly default: string | undefined;
  readonly describe: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
};

export function define<T>(
  name: Setting<T>['name'],
  parse: Setting<T>['parse'],
  fallback: string | undefined,
  describe: string,
): Setting<T> {
  return { name, parse, default: fallback, describe };
}

export function secret<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, secret: true };
}
