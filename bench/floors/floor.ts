import { createServer, type ServerResponse } from 'node:http';
import postgres from 'postgres';
import type { Answer } from './answer.ts';
import { floorOtp } from './floor-otp.ts';
import { floorSignIn } from './floor-sign-in.ts';
import { floorWhoAmI } from './floor-who-am-i.ts';

/** The process every ratio is taken against: it checks nothing and knows nobody. */
const sql = postgres({
  host: process.env['PGHOST'] ?? '',
  database: process.env['PGDATABASE'] ?? '',
  user: process.env['PGUSER'] ?? '',
  // The server's own default pool, so that both have as many connections.
  max: 10,
  idle_timeout: 0,
});

const otp = floorOtp(sql);

const routes = new Map<string, Answer>([
  ['GET /vid/ajax/auth/me', floorWhoAmI(sql)],
  [
    'POST /vid/ajax/auth/login/phone',
    floorSignIn({
      memoryCost: Number(process.env['FLOOR_MEMORY_KIB']),
      timeCost: Number(process.env['FLOOR_ITERATIONS']),
    }),
  ],
  ['POST /vid/gateway/otp/request', otp.request],
  ['POST /vid/gateway/otp/validate', otp.validate],
]);

const server = createServer((request, response) => {
  const answer = routes.get(`${request.method} ${request.url}`);
  if (!answer) {
    send(response, 404, {});
    return;
  }
  answer(request).then(
    (data) => send(response, 200, { data }),
    (error: unknown) => {
      console.error(error);
      send(response, 500, {});
    },
  );
});

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
