import { isServiceLink } from './service-link.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Some programs leave `export`, spaces or a byte order mark around the name of an environment variable. */
const nameForm = /^\s*(?:export\s+)?(?<name>VID_\w*)\s*$/u;

export function settingName(variable: string): string | undefined {
  return nameForm.exec(variable)?.groups?.['name'];
}

/** `text`: the value without quotes. `problem`: why the value cannot be used. */
export type GivenValue = { readonly text: string; readonly problem?: string };

/**
 * Returns the settings in an environment, without the variables of service links. A shell removes the quotes of a
 * settings file, but `docker --env-file` passes on quotes, comments and `export`, so this function removes them too.
 * Only a comment after an unquoted value stays, and is a problem.
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
 * Removes quotes and a comment after them. Within double quotes, as in a shell, `\` escapes `"`, `\`, `$` and
 * `` ` ``.
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
 * A comment after an unquoted value cannot be distinguished from the value. JSON may contain ` #`, and a
 * trailing comment makes JSON malformed anyway.
 */
const hasComment = (value: string): boolean => /(?:^|\s)#/u.test(value) && !/^[[{]/u.test(value);
