import { describe, expect, it } from 'vitest';
import { maskLine } from './log-mask.ts';
import { createPrettyPrinter } from './log-pretty.ts';
import { createLogger } from './log.ts';

function write(fill: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  fill(createLogger('debug', { write: (line: string) => void lines.push(line) }));
  return lines;
}

const secret = 'v'.repeat(43);

describe('the masking of log lines', () => {
  it.each(['+84912345678', '0912345678', '0084912345678', '84912345678', '0912 345 678', '0912.345.678'])(
    'V1 covers the phone number %s within other text',
    (phone) => {
      expect(maskLine(`{"msg":"to ${phone}."}`)).toBe('{"msg":"to +8491****78."}');
    },
  );

  it.each([
    ['+84901234684', '+8490****84'],
    ['0901234684', '+8490****84'],
    ['0084384901234', '+8438****34'],
  ])('V1 keeps the first two and the last two digits of %s', (phone, masked) => {
    expect(maskLine(`{"msg":"to ${phone}."}`)).toBe(`{"msg":"to ${masked}."}`);
  });

  it.each([
    'vid_sid',
    'vid_pre',
    'vid_flow',
    'password',
    'otpToken',
    'otpValue',
    'captchaToken',
    'captchaValue',
    'authorization',
  ])('V1 covers the value of %s within other text', (name) => {
    expect(maskLine(JSON.stringify({ msg: `a library says ${name}=1a2b, and` }))).not.toContain('1a2b');
    expect(maskLine(JSON.stringify({ msg: JSON.stringify({ [name]: '1a2b' }) }))).not.toContain('1a2b');
  });

  it('V1 truncates the message of an error', () => {
    const [line = ''] = write((log) => log.error({ err: new Error('x'.repeat(501)) }, 'failed'));
    expect(line).toContain('x'.repeat(500));
    expect(line).not.toContain('x'.repeat(501));
  });

  it('V1 does not change the line of a request', () => {
    const line = '{"address":"0912345678","msg":"request"}\n';
    expect(maskLine(line)).toBe(line);
  });

  it('V1 does not change numbers that are not phone numbers', () => {
    for (const text of [
      '{"time":1795227435353}',
      '{"ms":0.912345678}',
      '{"bytes":84912345678,"list":[84912345678,84912345678]}',
    ])
      expect(maskLine(text)).toBe(text);
  });

  it('V1 covers secrets that are known by their name or their form', () => {
    const [line = ''] = write((log) =>
      log.info(
        {
          password: 'canary-1',
          body: { otpToken: 'canary-2', otpValue: '012345', captchaToken: 'canary-3' },
          headers: {
            cookie: `vid_sid=${secret}`,
            authorization: 'Bearer canary-4',
            'set-cookie': 'canary-5',
            'x-client-token': 'canary-8',
          },
          clientTokenKey: 'canary-9',
          note: `token ${secret} and vid_pre=canary-6.abc; Path=/`,
        },
        `a library says "password":"canary-7" and ${secret}`,
      ),
    );
    expect(line).not.toMatch(/canary|012345/u);
    expect(line).not.toContain(secret);
    expect(() => JSON.parse(line)).not.toThrow('JSON');
  });

  it('V1 removes statements, parameters and rows from errors', () => {
    class DatabaseError extends Error {
      readonly severity = 'ERROR';
      readonly where = 'select * from accounts';
    }
    const cause = Object.assign(
      new Error('duplicate key value violates unique constraint "accounts_phone_key"'),
      {
        code: '23505',
        detail: 'Key (phone)=(+84912345678) already exists. canary',
        constraint: 'accounts_phone_key',
      },
    );
    const error = new DatabaseError('invalid input syntax: "canary"', { cause });
    const [line = ''] = write((log) => log.error({ err: error }, 'request failed'));
    expect(line).not.toMatch(/canary|select|912345678/u);
    expect(JSON.parse(line)).toMatchObject({
      err: { type: 'DatabaseError', cause: { code: '23505', constraint: 'accounts_phone_key' } },
    });
  });
});

const errorWithCauses = (length: number): Error => {
  let error = new Error(`${length - 1}`);
  for (let index = length - 2; index >= 0; index -= 1) error = new Error(`${index}`, { cause: error });
  return error;
};
const loggedForm = (error: Error): unknown => {
  const [line = '{}'] = write((log) => log.error({ err: error }, 'failed'));
  return JSON.parse(line).err;
};

it('an error is logged with up to five causes', () => {
  const stack = expect.stringMatching(/log\.test\.ts/u);
  expect(loggedForm(errorWithCauses(3))).toEqual({
    type: 'Error',
    message: '0',
    stack,
    cause: { type: 'Error', message: '1', cause: { type: 'Error', message: '2', stack } },
  });
  const causes = JSON.stringify(loggedForm(errorWithCauses(7))).match(/"message":"\d"/gu);
  expect(causes).toEqual(['0', '1', '2', '3', '4', '5'].map((message) => `"message":"${message}"`));
});

it('an error is logged with the first twelve frames of its stack', () => {
  const error = new Error('deep');
  error.stack = `Error: deep${'\n    at frame'.repeat(13)}`;
  expect(loggedForm(error)).toMatchObject({ stack: Array.from({ length: 12 }, () => 'frame').join(' < ') });
});

it('V1 the masking of log lines does not change span ids', () => {
  const line = '{"trace_id":"0912345678abcdef0912345678abcdef","span_id":"a0912345678abcde","msg":"a"}';
  expect(maskLine(line)).toBe(line);
  expect(maskLine('{"msg":"\\"trace_id\\":\\"0912345678\\""}')).toContain('+8491****78');
});

it('a log line has the ids of the current span', () => {
  const ids = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) };
  let current: typeof ids | undefined = ids;
  const lines: string[] = [];
  const log = createLogger(
    'info',
    { write: (line: string) => void lines.push(line) },
    { currentIds: () => current },
  );
  log.info({ port: 1 }, 'within');
  current = undefined;
  log.info('outside');
  const [within, outside] = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(within).toMatchObject({ ...ids, port: 1 });
  expect(outside).not.toHaveProperty('trace_id');
});

describe('the log', () => {
  const evil = 'x\r\n{"level":"fatal","msg":"forged"}\u001b[2J\u009b31m\u0000\u007f\\\u001b[31m\\n';
  // oxlint-disable-next-line no-control-regex -- the expression exists to find control characters
  const controls = /[\u0000-\u001f\u007f-\u009f]/u;

  it('V2 writes one event as one JSON line', () => {
    const lines = write((log) => log.warn({ agent: evil }, evil));
    expect(lines).toHaveLength(1);
    const [line = ''] = lines;
    expect(line.trimEnd()).not.toMatch(controls);
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', agent: evil, pid: process.pid });
  });

  it('V2 shows control characters as escapes on a terminal', () => {
    const [line = ''] = write((log) => log.info({ agent: evil, err: new Error(evil) }, evil));
    const print = createPrettyPrinter({ colorize: false });
    const [head = '', ...error] = print(line).split('\n');
    for (const text of [head, ...error]) expect(text).not.toMatch(controls);
    expect(head).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: x\\r\\n\{"level"/u);
    expect(head).toContain('"agent":');
    expect(error.filter((text) => text !== '' && !text.startsWith(' '))).toEqual([]);
  });
});
