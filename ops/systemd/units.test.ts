import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { serviceUnit, templateUnit } from '../../apps/server/src/cli/init/unit.ts';

const run = promisify(execFile);

it('systemd accepts the service unit and the template unit that vid init writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vid-units-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const paths = { program: '/bin/true', settings: '/etc/vid' };
  const [one, template] = [join(folder, 'one.service'), join(folder, 'one@.service')];
  await writeFile(one, serviceUnit(paths));
  await writeFile(template, templateUnit(paths));
  const check = ['verify', '--man=no', '--recursive-errors=no', one, template];
  const { stderr } = await run('systemd-analyze', check);
  expect(stderr).toBe('');
});
