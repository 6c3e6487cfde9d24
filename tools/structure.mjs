// npm run structure [-- <checkout>]: folders, imports, SQL idioms and comments of this checkout or another one.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { runTool, ToolError } from './lib/say.mjs';

await runTool(async () => {
  const checkout = resolve(process.argv[2] ?? root);
  if (!existsSync(join(checkout, 'apps', 'server', 'src')))
    throw new ToolError(`${checkout} is not a checkout of VID.`);
  await ensureInstalled();
  // Loaded last, because it needs an installed package.
  const { describeStructure } = await import('./lib/structure.mjs');
  process.stdout.write(describeStructure(checkout));
  return 0;
});
