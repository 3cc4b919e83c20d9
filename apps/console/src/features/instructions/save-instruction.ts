import { addInstruction, type InstructionRow, updateInstruction } from '#contract';
import type { TypedInstruction } from '#domain';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';

/** Adds an instruction, or changes the one that was shown, if nobody changed it meanwhile. @throws ApiError */
export const saveInstruction = (
  shown: InstructionRow | null,
  typed: TypedInstruction,
): Promise<{ id: string; revision: number }> =>
  underOneKey(`save instruction ${JSON.stringify([shown?.id, shown?.revision, typed])}`, (idempotencyKey) =>
    shown
      ? call(updateInstruction, { body: { id: shown.id, ...typed }, ifMatch: shown.revision, idempotencyKey })
      : call(addInstruction, { body: typed, idempotencyKey }),
  );
