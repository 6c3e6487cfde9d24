import { isServiceLink } from './service-link.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The name of a setting in an environment variable. Some programs leave `export` or a byte-order mark before it. */
const nameForm = /^\uFEFF?(?:export\s+)?(?<name>VID_\w*)$/u;

/** Returns the name of a setting that an environment variable sets, or undefined. */
export function settingName(variable: string): string | undefined {
  return nameForm.exec(variable)?.groups?.['name'];
}

/**
 * Returns the settings in an environment, without the variables of service links. Shells remove the quotes of a settings
 * file, but `docker --env-file` passes on quotes, comments and `export`, so a value has the same meaning in both.
 */
export function readGivenValues(environment: Environment): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [variable, value] of Object.entries(environment)) {
    const name = settingName(variable);
    if (name !== undefined && value !== undefined && !isServiceLink(name, environment))
      values.set(name, unquote(value.trim()));
  }
  return values;
}

/** Removes quotes, and a comment after them. In double quotes, a shell reads `\` before `"`, `\`, `$` and `` ` `` as an escape. */
function unquote(text: string): string {
  const { single, double } =
    /^(?:'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)")(?:\s+#.*)?$/su.exec(text)?.groups ?? {};
  return single ?? double?.replace(/\\(["\\$`])/gu, '$1') ?? text;
}

/**
 * Whether a value has a comment at its end, which cannot be told from a part of the value. JSON may contain ` #`, and a
 * comment after it makes it malformed.
 */
export const hasComment = (value: string): boolean => /(?:^|\s)#/u.test(value) && !/^[[{]/u.test(value);
