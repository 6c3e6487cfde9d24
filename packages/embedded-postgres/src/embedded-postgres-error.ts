/** Thrown when the embedded database cannot run. The message says why and what the operator can do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
