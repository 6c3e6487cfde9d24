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
 * An error without personal data. Only what identifies the fault remains. Query libraries put the statement and its
 * parameters into the message, and PostgreSQL puts the row into `detail`.
 */
export function serializeError(value: unknown, depth = 0): LoggedError {
  if (!(value instanceof Error)) return { type: typeof value };
  const holdsQuery = 'query' in value || value.message.startsWith('Failed query');
  const [, ...frames] = (value.stack ?? '').split('\n    at ');
  return {
    type: value.name === 'Error' ? value.constructor.name : value.name,
    ...(holdsQuery ? {} : { message: value.message.slice(0, 500) }),
    ...('code' in value && typeof value.code === 'string' ? { code: value.code } : {}),
    ...('constraint_name' in value && typeof value.constraint_name === 'string'
      ? { constraint: value.constraint_name }
      : {}),
    ...(depth === 0 || value.cause === undefined ? { stack: frames.slice(0, 12).join(' < ') } : {}),
    ...(value.cause === undefined || depth >= maxDepth
      ? {}
      : { cause: serializeError(value.cause, depth + 1) }),
  };
}
