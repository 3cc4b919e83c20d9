import { z } from 'zod';
import { handle, instruction } from '#domain';
import { Instruction, ROLE, userEvents } from '#events';
import { readRows } from './data-files.js';
import {
  fixedId,
  importContext,
  runImport,
  type ImportEngines,
  type ImportLog,
  type ImportStep,
} from './run-import.js';

const DAY = 86_400_000;
/** `daysBefore` the import it was written. */
const DemoInstruction = Instruction.extend({ key: z.string(), daysBefore: z.number().int().min(0) });
const User = userEvents.UserRegistered.schema.extend({ id: z.guid() });

/** Operating instructions that the demo's administrator has written. They go through the same decider as typed ones. */
export const importDemoInstructions = (
  engines: ImportEngines,
  log: ImportLog,
  { now = new Date() } = {},
): Promise<number> => runImport(engines.eventStore, log, 'demo-instructions', () => stepsOf(now), now.toISOString());

const stepsOf = async (now: Date): Promise<ImportStep[]> => {
  const administrator = (await readRows('demo/users.jsonl', User)).find(({ roles }) => roles.includes(ROLE.admin));
  if (!administrator) throw new Error('The demo data has no administrator.');
  const by = { userId: administrator.id, role: ROLE.admin, unitId: null };
  return (await readRows('demo/instructions.jsonl', DemoInstruction)).map(
    ({ key, daysBefore, ...typed }): ImportStep =>
      (store) => {
        const at = new Date(now.getTime() - daysBefore * DAY).toISOString();
        return handle(
          store,
          instruction,
          fixedId(key),
          { type: 'AddInstruction', instruction: typed },
          { ...importContext(key, at), by },
        );
      },
  );
};
