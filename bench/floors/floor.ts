import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openPool } from '@vid/sql/sql';
import { createFloorStore } from './floor-store.ts';
import { createFloorRoutes, type Body } from './floor-routes.ts';

/**
 * The baseline process: node:http and the fewest statements that do the same durable work as VID, on separate tables.
 * The process has no limits, captchas, audit or CSRF checks.
 */
const { sql } = openPool({
  server: { hosts: [{ host: process.env['PGHOST'] ?? '', port: 5_432 }] },
  database: process.env['PGDATABASE'] ?? '',
  user: process.env['PGUSER'] ?? '',
  // VID_DATABASE_POOL has the same default.
  max: 10,
});

const hashing = {
  memoryCost: Number(process.env['FLOOR_MEMORY_KIB']),
  timeCost: Number(process.env['FLOOR_ITERATIONS']),
  parallelism: 1,
};
const routes = createFloorRoutes(await createFloorStore(sql, hashing));

const server = createServer((request, response) => {
  const route = routes.get(`${request.method} ${request.url}`);
  if (!route) {
    send(response, 404, {});
    return;
  }
  readJson(request)
    .then((body) => route(body, request.headers.cookie ?? ''))
    .then(
      (answer) => send(response, answer === undefined ? 401 : 200, { data: answer }),
      (error: unknown) => {
        console.error(error);
        send(response, 500, {});
      },
    );
});

async function readJson(request: IncomingMessage): Promise<Body> {
  if (request.method === 'GET') return {};
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const body: Body = JSON.parse(text);
  return body;
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));
