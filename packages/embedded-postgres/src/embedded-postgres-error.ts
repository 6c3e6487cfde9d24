/** Thrown when the embedded database cannot run, stop or be backed up. The message gives the reason. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
