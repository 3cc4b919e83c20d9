import { InstructionType } from '#events';

/** What one instruction can explain (002 OI-002). */
export const INSTRUCTION_KINDS = ['0', '1'] as const;
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number];

/** The kinds an instruction explains. */
export const kindsOf = (type: InstructionType): InstructionKind[] =>
  INSTRUCTION_KINDS.filter((kind) => type.split(',').includes(kind));

/** Comma-joined kinds in any order as they are stored: "1, 0" is "0,1". Null when none is named, or one that does not exist. */
export const instructionTypeOf = (text: string): InstructionType | null => {
  const parts = new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
  const read = InstructionType.safeParse([...parts].toSorted().join(','));
  return read.success ? read.data : null;
};
