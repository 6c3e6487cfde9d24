import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { thisCheckout } from '../../harness/processes/checkout.ts';
import { withConnection } from '../../harness/processes/postgres.ts';
import type { FigureRun } from '../figure-run.ts';

const cli = fileURLToPath(new URL('../../../apps/server/src/cli/main.ts', import.meta.url));
const members = 100_000;
const quickMembers = 2_000;
const maxSeconds = 180;
const maxMebibytes = 300;

/** Measures the import command on a member file while the server runs. */
export const importFigure: FigureRun = {
  name: 'import',
  describe:
    'time and memory of importing 100,000 members with bcrypt hashes from a CSV file into a large database',
  async run(bench, report) {
    const { accounts, isQuick } = bench.settings;
    const world = await bench.world({ accounts });
    const count = isQuick ? quickMembers : members;
    const path = join(dirname(bench.logFile('import')), 'members.csv');
    await writeFile(path, [titles, ...Array.from({ length: count }, (_, n) => memberOf(n))].join('\n'));
    bench.logProgress(`importing ${count.toLocaleString('en')} members`);
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...thisCheckout.flags, cli, 'import', path, '--json'], {
      env: {
        ...process.env,
        ...thisCheckout.environment,
        ...world.database.environment,
        VID_DATA_DIR: join(dirname(path), 'data-import'),
        VID_MASTER_KEY: Buffer.alloc(32, 0x5a).toString('hex'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let mostKib = 0;
    const ended = once(child, 'exit');
    const isOver = ended.then(() => true);
    while (!(await Promise.race([isOver, delay(200, false)])))
      mostKib = Math.max(mostKib, await peakOf(child.pid));
    const [code] = await ended;
    if (code !== 0) throw new Error(`the import ended with ${String(code)}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    const added = await withConnection(world.database.target, async (sql) => {
      const [row] = await sql<{ added: number }[]>`
        select (counts ->> 'added')::int as added from imports order by created_at desc limit 1`;
      return row?.added ?? 0;
    });
    report.add({ name: 'import: members added', value: added, unit: 'accounts' });
    report.add({
      name: 'import: upload, check and run',
      value: seconds,
      unit: 's',
      target: { of: 'value', atMost: maxSeconds },
    });
    report.add({
      name: 'import: peak memory of the process',
      value: mostKib / 1_024,
      unit: 'MiB',
      target: { of: 'value', atMost: maxMebibytes },
    });
  },
};

const titles = 'Họ và tên,SĐT,Email,Đối tượng,Tỉnh,Tên doanh nghiệp,MST,Password hash';
const provinces = ['Hà Nội', 'TP. Hồ Chí Minh', 'Đà Nẵng', 'Bình Dương'];

/** Returns a member's CSV line. Every tenth member is an enterprise, and every second member has a password. */
function memberOf(n: number): string {
  const phone = `0329${String(n).padStart(6, '0')}`;
  const business = n % 10 === 0 ? [`Công ty Đất Vàng ${n}`, '0100109106'] : ['', ''];
  const hash = n % 2 === 0 ? `$2b$10$${String(n).padStart(53, 'a')}` : '';
  return [
    `Nguyễn Thị Ổn ${n}`,
    phone,
    `member${n}@example.vn`,
    'Môi giới',
    provinces[n % 4],
    ...business,
    hash,
  ].join(',');
}

/** Returns the peak memory of a process in KiB; 0 if the process has ended. */
async function peakOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/u.exec(status)?.[1] ?? 0);
}
