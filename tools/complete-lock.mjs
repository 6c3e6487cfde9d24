// node tools/complete-lock.mjs: adds the builds for other platforms that npm install leaves out of the lock file
// when the registry lacks them.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillGaps, listGaps } from './lib/lock-file.mjs';
import { root } from './lib/paths.mjs';
import { runTool, say } from './lib/say.mjs';

await runTool(async () => {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(await readFile(file, 'utf8'));
  const gaps = listGaps(lock);
  if (gaps.length > 0) await writeFile(file, `${JSON.stringify(fillGaps(lock), null, 2)}\n`);
  say(`package-lock.json: ${gaps.length} missing platform builds added.`);
  return 0;
});
