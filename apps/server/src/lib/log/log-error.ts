type LoggedError = {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
};

const maxDepth = 5;

/**
 * Describes an error without personal data. PostgreSQL puts values into the message and the row into
 * `detail`, and its errors, which have a `severity`, contain the statement in their stack.
 */
export function serializeError(value: unknown, depth = 0): LoggedError {
  if (!(value instanceof Error)) return { type: typeof value };
  const holdsValues = 'severity' in value;
  const [, ...frames] = (value.stack ?? '').split('\n    at ');
  return {
    type: value.name === 'Error' ? value.constructor.name : value.name,
    ...(holdsValues ? {} : { message: value.message.slice(0, 500) }),
    ...('code' in value && typeof value.code === 'string' ? { code: value.code } : {}),
    ...('constraint' in value && typeof value.constraint === 'string'
      ? { constraint: value.constraint }
      : {}),
    ...(!holdsValues && (depth === 0 || value.cause === undefined)
      ? { stack: frames.slice(0, 12).join(' < ') }
      : {}),
    ...(value.cause === undefined || depth >= maxDepth
      ? {}
      : { cause: serializeError(value.cause, depth + 1) }),
  };
}
