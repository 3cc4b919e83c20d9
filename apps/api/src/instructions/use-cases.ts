import type { Type } from '@nestjs/common';
import { AddInstruction } from './add-instruction.js';
import { DeleteInstructions } from './delete-instructions.js';
import { GetInstructionList } from './get-instruction-list.js';
import { ReadInstructions } from './read-instructions.js';
import { UpdateInstruction } from './update-instruction.js';

export const instructionUseCases: Type[] = [
  AddInstruction,
  UpdateInstruction,
  DeleteInstructions,
  GetInstructionList,
  ReadInstructions,
];
