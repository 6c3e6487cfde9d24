import { hash, verify } from '@node-rs/argon2';
import { readJson, type Answer } from './answer.ts';

/** Nothing but the comparison, with the parameters that VID stores its hashes with. */
export function floorSignIn(parameters: { memoryCost: number; timeCost: number }): Answer {
  const stored = hash('Nhà-phố#2026', { ...parameters, parallelism: 1 });
  return async (request) => {
    const { password } = await readJson<{ password: string }>(request);
    if (!(await verify(await stored, password))) throw new Error('wrong password');
    return true;
  };
}
