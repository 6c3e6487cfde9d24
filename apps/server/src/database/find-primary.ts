import { addressOf, connect, type ConnectionTarget } from './connection.ts';
import { ReadOnlyServer } from '@vid/sql/read-only-server';

/**
 * Makes this process's next connections begin with the host that accepts writes, for commands, which do not retry. A
 * serving process learns it from its probe.
 */
export async function findPrimary(target: ConnectionTarget): Promise<void> {
  const { hosts } = addressOf(target);
  let isFound = hosts.length === 1;
  for (let tries = 0; !isFound && tries < hosts.length; tries += 1) {
    const { sql, close } = connect(target, { max: 1, applicationName: 'vid-cli' });
    try {
      await sql`select 1`;
      isFound = true;
    } catch (error) {
      // The command itself reports any other error.
      if (!(error instanceof ReadOnlyServer)) return;
    } finally {
      await close();
    }
  }
}
