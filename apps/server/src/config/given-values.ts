import { isServiceLink } from './service-link.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Some programs leave `export`, spaces or a byte-order mark around the name of a setting's environment variable. */
const nameForm = /^\s*(?:export\s+)?(?<name>VID_\w*)\s*$/u;

export function settingName(variable: string): string | undefined {
  return nameForm.exec(variable)?.groups?.['name'];
}

/** `text` has no quotes; `problem` says why the value cannot be used. */
export type GivenValue = { readonly text: string; readonly problem?: string };

/**
 * Returns the settings in an environment, without the variables of service links. Shells remove the quotes of a
 * settings file, but `docker --env-file` passes on quotes, comments and `export`, so a value has the same meaning in
 * both.
 */
export function readGivenValues(environment: Environment): ReadonlyMap<string, GivenValue> {
  const values = new Map<string, GivenValue>();
  for (const [variable, value] of Object.entries(environment)) {
    const name = settingName(variable);
    if (name === undefined || value === undefined || isServiceLink(name, value, environment)) continue;
    const isRepeated = values.has(name);
    const given = readValue(value.trim());
    values.set(name, isRepeated ? { ...given, problem: 'is set twice: remove one of the two lines' } : given);
  }
  return values;
}

/**
 * Removes quotes, and a comment after them. Within double quotes, a shell reads `\` before `"`, `\`, `$` and
 * `` ` `` as an escape.
 */
function readValue(text: string): GivenValue {
  const { single, double } =
    /^(?:'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)")(?:\s+#.*)?$/su.exec(text)?.groups ?? {};
  const quoted = single ?? double?.replace(/\\(["\\$`])/gu, '$1');
  if (quoted !== undefined) return { text: quoted };
  return hasComment(text)
    ? {
        text,
        problem:
          'contains “ #”: write a comment on its own line. If “#” belongs to the value, write \'"…"\', because shells and systemd remove the outer quotes',
      }
    : { text };
}

/**
 * A comment at the end of an unquoted value cannot be distinguished from the value. JSON may contain ` #`, but a
 * trailing comment makes it malformed.
 */
const hasComment = (value: string): boolean => /(?:^|\s)#/u.test(value) && !/^[[{]/u.test(value);
