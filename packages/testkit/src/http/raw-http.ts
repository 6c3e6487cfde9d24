import { connect, type Socket } from 'node:net';

export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

/**
 * Sends raw bytes over a socket, one of `pieces` every `everyMs` or all at once by default, and reads until the server
 * closes the socket. Use this function for requests that no HTTP client would send.
 */
export async function sendRaw(
  port: number,
  pieces: readonly string[],
  options: { readonly everyMs?: number } = {},
): Promise<RawAnswer & { readonly tookMs: number }> {
  const startedAt = performance.now();
  const socket = connect({ port, host: '127.0.0.1' });
  let timer: NodeJS.Timeout | undefined;
  const rest = [...pieces];
  const writeNext = (): void => {
    const piece = rest.shift();
    if (piece === undefined || !socket.writable) {
      clearInterval(timer);
      return;
    }
    socket.write(piece);
  };
  socket.once('connect', () => {
    writeNext();
    if (options.everyMs === undefined) while (rest.length > 0) writeNext();
    else timer = setInterval(writeNext, options.everyMs);
  });
  const text = await readAll(socket);
  clearInterval(timer);
  return { ...parse(text), tookMs: performance.now() - startedAt };
}

/** Reads until the connection ends. A reset counts as an end, because only the bytes before the reset matter. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

function parse(text: string): RawAnswer {
  const split = text.indexOf('\r\n\r\n');
  const head = split < 0 ? text : text.slice(0, split);
  const length = /^content-length: (\d+)/imu.exec(head)?.[1];
  const rest = split < 0 ? '' : text.slice(split + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/u.exec(head)?.[1] ?? 0),
    head,
    body: length === undefined ? rest : Buffer.from(rest).subarray(0, Number(length)).toString('utf8'),
  };
}
