import { CommandProblem, UsageProblem, type Run } from '../command.ts';

export const zalo: Run = async (args, context) => {
  if (args.length !== 1 || args[0] !== 'connect')
    throw new UsageProblem('Use zalo connect, and enter the refresh token on standard input.');
  await context.withDeps(async ({ zaloTokens }) => {
    if (!zaloTokens)
      throw new UsageProblem('Zalo ZNS is not configured. See “Zalo ZNS” in docs/settings.md.');
    const refreshToken = (await context.input()).trim();
    if (refreshToken === '') throw new UsageProblem('Standard input has no refresh token.');
    const outcome = await zaloTokens.connect(refreshToken);
    if (outcome === 'renewed')
      return context.show({ isConnected: true }, 'The Official Account is connected.');
    throw new CommandProblem(
      'VALIDATION_FAILED',
      outcome === 'refused'
        ? 'Zalo refused the refresh token. Each one works once: get a new one. Check VID_ZNS_APP_ID and VID_ZNS_APP_SECRET too.'
        : 'Zalo did not answer. Try again; if Zalo then refuses the refresh token, get a new one.',
    );
  });
};
