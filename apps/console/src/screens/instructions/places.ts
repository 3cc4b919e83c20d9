import type { InstructionKind } from '#domain/instructions';

export const INSTRUCTION_LIST = '/SystemManager/instruction';
export const INSTRUCTION_DETAIL = '/instruction/detail';

/** The newest instruction of a kind, to read (NAV-009). */
export const instructionPlace = (kind: InstructionKind): string => `${INSTRUCTION_DETAIL}?type=${kind}`;
