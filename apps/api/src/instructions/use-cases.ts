import type { Type } from '@nestjs/common';
import { AddInstruction } from './add-instruction.js';
import { DeleteInstructions } from './delete-instructions.js';
import { GetInstructionList } from './get-instruction-list.js';
import { GetLatestInstruction } from './get-latest-instruction.js';
import { UpdateInstruction } from './update-instruction.js';

export const instructionUseCases: Type[] = [
  AddInstruction,
  UpdateInstruction,
  DeleteInstructions,
  GetInstructionList,
  GetLatestInstruction,
];
