/** Thrown when the embedded database cannot run. The message gives the reason and a remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
