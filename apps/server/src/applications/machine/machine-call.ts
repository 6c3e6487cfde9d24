import type { Caller } from '#http/caller.ts';
import type { CallMachine } from '#http/routes.ts';
import { machineActorId, type Actor } from '#account/actor.ts';

export type MachineCall = { readonly machine: CallMachine; readonly caller: Caller };

export const byMachine = ({ machine, caller }: MachineCall): Actor => ({
  actorId: machineActorId(machine.clientId),
  caller,
});
