import { randomBytes } from 'node:crypto';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { origin } from '#config/parsers.ts';
import { program } from '#lib/program.ts';
import { secretsFolder, settingsFile } from '#process/environment/settings-folder.ts';
import { orUsage } from '../access/subcommand.ts';
import { UsageProblem, type Run } from '../command.ts';
import { serviceUnit, templateUnit } from './unit.ts';

/**
 * Link to the installed release (docs/operations.md). The unit uses it, so that an upgrade does not change
 * the unit.
 */
const linkedRelease = '/opt/vid';

/**
 * `vid init` writes the settings file, the master key and the systemd units of a production server. It keeps
 * existing files, so it can be run again.
 */
export const init: Run = async (args, context) => {
  const { publicUrl, settings, units } = readArguments(args);
  const secrets = join(settings, secretsFolder);
  await mkdir(settings, { recursive: true, mode: 0o755 });
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  const paths = { program: await programPath(), settings };
  const files: File[] = [
    { path: join(settings, settingsFile), content: settingsText(publicUrl), mode: 0o644 },
    { path: join(secrets, 'MASTER_KEY'), content: `${randomBytes(32).toString('hex')}\n`, mode: 0o600 },
    { path: join(units, 'vid.service'), content: serviceUnit(paths), mode: 0o644 },
    { path: join(units, 'vid@.service'), content: templateUnit(paths), mode: 0o644 },
  ];
  const results = await Promise.all(files.map(write));
  context.show(
    { files: results },
    [
      ...results.map(({ path, isNew }) => `${isNew ? 'written' : 'kept   '}  ${path}`),
      '',
      `Next (docs/operations.md, “Start in production”):`,
      `  1. Keep a copy of ${join(secrets, 'MASTER_KEY')} on another machine. Without it, backups are useless.`,
      `  2. Write the database URL into ${join(secrets, 'DATABASE_URL')}.`,
      `  3. Enter the SMS gateway in ${join(settings, settingsFile)}. Each secret, such as VID_ESMS_SECRET_KEY,`,
      `     is a file ${join(secrets, 'ESMS_SECRET_KEY')} instead.`,
      `  4. ${program.command} doctor`,
      `  5. systemctl daemon-reload && systemctl enable --now vid`,
      `  6. Let the reverse proxy forward ${publicUrl.origin} to 127.0.0.1:8080 (ops/proxies).`,
      `  7. ${program.command} create-admin <phone>, and sign in at ${publicUrl.origin} with that phone at hand.`,
    ].join('\n'),
  );
};

const usage =
  'Use init <public address> [--settings FOLDER] [--units FOLDER], such as init https://id.example.vn';
const options = {
  settings: { type: 'string', default: '/etc/vid' },
  units: { type: 'string', default: '/etc/systemd/system' },
} as const;

function readArguments(args: readonly string[]) {
  const { positionals, values } = orUsage(
    () => parseArgs({ args: [...args], options, allowPositionals: true }),
    usage,
  );
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0) throw new UsageProblem(usage);
  const publicUrl = readOrigin(url);
  if (publicUrl.protocol !== 'https:') throw new UsageProblem('The public address must begin with https://.');
  return { publicUrl, settings: resolve(values.settings), units: resolve(values.units) };
}

function readOrigin(text: string): URL {
  try {
    return origin(text);
  } catch (error) {
    throw new UsageProblem(`The public address ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const settingsText = (
  publicUrl: URL,
): string => `# Settings of VID, one per line. docs/generated/settings.md lists all of them.
# Secrets are files in ${secretsFolder}/, named after their settings without VID_.
VID_MODE=production
VID_PUBLIC_URL=${publicUrl.origin}
# The reverse proxy, which terminates TLS.
VID_TRUSTED_PROXIES=127.0.0.1,::1
# The SMS gateway: docs/settings.md#sms-gateways. Either eSMS, whose keys are secrets, or another by HTTP:
#VID_ESMS_BRANDNAME=
#VID_SMS_URL=
`;

type File = { readonly path: string; readonly content: string; readonly mode: number };

async function write({ path, content, mode }: File): Promise<{ path: string; isNew: boolean }> {
  try {
    await writeFile(path, content, { mode, flag: 'wx' });
    return { path, isNew: true };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return { path, isNew: false };
    throw error;
  }
}

async function programPath(): Promise<string> {
  const release = dirname(dirname(process.execPath));
  const isLinked = (await realpath(linkedRelease).catch(() => undefined)) === (await realpath(release));
  return join(isLinked ? linkedRelease : release, 'bin', 'vid');
}
