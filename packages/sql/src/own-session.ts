import { SharedSession } from './errors.ts';

type Ask = (text: string) => Promise<readonly unknown[]>;

type Session = {
  readonly server: string;
  /** Process id that the server announced when the connection began. */
  readonly announcedPid: number;
  /** Requested values of the parameters, in milliseconds. */
  readonly limits: readonly (readonly [name: string, ms: number])[];
  readonly ask: Ask;
  readonly openOther: () => Promise<{ readonly ask: Ask; readonly close: () => void }>;
};

/**
 * Poolers that are known to give each connection its own session. The check needs a second connection, which a busy
 * pooler may refuse, so it is not repeated for a pooler that has passed.
 */
const provenPoolers = new Set<string>();

/** Number of reads, which reach each of up to 25 server connections of a pooler that uses them in turn. */
const marksRead = 25;

/**
 * Proves that a new connection has its own session. A pooler such as PgBouncer may drop the session's settings, or use
 * a different session for each transaction (transaction and statement mode). The proof uses the simple protocol,
 * because a pooler may break prepared statements.
 * @throws SharedSession if the session is shared or one of the limits is not in force
 */
export async function proveOwnSession({
  server,
  announcedPid,
  limits,
  ask,
  openOther,
}: Session): Promise<void> {
  const inForce = limits.map(
    ([name], index) => `current_setting('${name}') as limit${index},
    extract(epoch from current_setting('${name}')::interval) * 1000 as ms${index}`,
  );
  const [row] = await ask(`select ${['pg_backend_pid() as pid', ...inForce].join(', ')}`);
  const answer = new Map(Object.entries(row ?? {}));
  for (const [index, [name, ms]] of limits.entries()) {
    if (Number(answer.get(`ms${index}`)) !== ms)
      throw new SharedSession(`${name} is ${String(answer.get(`limit${index}`))} instead of ${ms / 1_000}s`);
  }
  // PostgreSQL announces its real process id, but a pooler invents one.
  if (answer.get('pid') === announcedPid || provenPoolers.has(server)) return;
  if (await isShared(ask, openOther)) throw new SharedSession();
  provenPoolers.add(server);
}

/** Returns whether a setting made on this connection is visible on another connection or lost on this one. */
async function isShared(ask: Ask, openOther: Session['openOther']): Promise<boolean> {
  const mark = crypto.randomUUID();
  const readMark = async (from: Ask): Promise<unknown> => {
    const [row] = await from(`select current_setting('session.mark', true) as mark`);
    return new Map(Object.entries(row ?? {})).get('mark');
  };
  await ask(`set session.mark = '${mark}'`);
  const other = await openOther();
  try {
    for (let read = 0; read < marksRead; read += 1) if ((await readMark(other.ask)) === mark) return true;
    return (await readMark(ask)) !== mark;
  } finally {
    other.close();
  }
}
