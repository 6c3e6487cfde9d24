/** The server answers but accepts no writes. A failover may end that, so it counts as an outage. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = 'READ_ONLY_SERVER';
  constructor(reason: 'standby' | 'setting', host?: string) {
    const server = host === undefined ? 'The database server' : `The database server ${host}`;
    super(
      reason === 'standby'
        ? `${server} is read-only: it is a standby. The database URL must point to the primary.`
        : `${server} is read-only: default_transaction_read_only is on.`,
    );
  }
}
