import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TestCluster } from '../database/database.ts';
import { listenOnLoopback } from '../network.ts';

/** PostgreSQL's ReadyForQuery outside a transaction, which ends the reply to a committed statement. */
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** First byte of ParseComplete, which begins the reply to a message that only prepares a statement. */
const parseComplete = 0x31;
/**
 * Replies before the first statement: one to the start-up message, and one to the check that no other client shares the
 * session.
 */
const firstReplies = 2;

/**
 * Starts a proxy in front of PostgreSQL that can cut the connection between a statement's commit and its reply (D4).
 */
export async function startReplyCutter(cluster: TestCluster) {
  const sockets = new Set<Socket>();
  let skipped: number | undefined;
  let cuts = 0;

  const server = createServer((client) => {
    const database = connect(join(cluster.host, '.s.PGSQL.5432'));
    let isMainPool: boolean | undefined;
    let replies = 0;
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on('data', (bytes: Buffer) => {
      // The first message names the pool. Replies to health probes must not count, because probes run at their own
      // pace.
      isMainPool ??= bytes.includes('\0application_name\0vid\0');
      database.write(bytes);
    });
    database.on('data', (bytes: Buffer) => {
      if (bytes.subarray(-6).equals(readyForQuery)) replies += 1;
      const isReply =
        bytes.subarray(-6).equals(readyForQuery) && bytes[0] !== parseComplete && replies > firstReplies;
      if (isReply && isMainPool === true && skipped !== undefined) {
        if (skipped === 0) {
          skipped = undefined;
          cuts += 1;
          end();
          return;
        }
        skipped -= 1;
      }
      client.write(bytes);
    });
  });
  const port = await listenOnLoopback(server);

  return {
    port,
    /** Cuts the connection instead of passing on a reply, after `replies` further replies. */
    cutAfter(replies: number): void {
      skipped = replies;
    },
    /** Stops cutting. Returns whether a reply was cut since the last `stop`. */
    stop(): boolean {
      const wasCut = cuts > 0;
      cuts = 0;
      skipped = undefined;
      return wasCut;
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
