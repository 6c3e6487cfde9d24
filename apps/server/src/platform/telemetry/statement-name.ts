const maxTextLength = 500;

export type StatementNames = { readonly name: string; readonly text: string };

const known = new Map<string, StatementNames>();

/**
 * Returns a statement's operation and first table, such as `select accounts`, and its shortened text. Both
 * come from the code and never contain parameters. VID's statements are a closed set, so each is parsed once.
 */
export function nameStatement(text: string): StatementNames {
  const found = known.get(text);
  if (found) return found;
  const plain = text.replace(/\s+/gu, ' ').trim();
  const operation = /^\w+/u.exec(plain)?.[0].toLowerCase() ?? 'statement';
  // Names with a dot or a bracket belong to expressions such as `extract(epoch from a.at)`.
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?(?<table>[a-z_]\w*)(?![\w.(])/iu.exec(plain)
    ?.groups?.['table'];
  const names = {
    name: table === undefined ? operation : `${operation} ${table}`,
    text: plain.slice(0, maxTextLength),
  };
  known.set(text, names);
  return names;
}
