import { Instruction, type InstructionEvent, instructionEvents } from '#events';
import { lengthOf } from '../consignment/limits.js';
import type { Aggregate } from '../handle.js';
import { sameFacts } from '../rules/same-facts.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isEmptyRichText } from './empty-rich-text.js';
import { instructionTypeOf } from './instruction-types.js';
import { isBlank } from '../text/text.js';

/** Longest title in characters, largest content in kB of UTF-8: an event holds it whole (ADR-002). */
export const INSTRUCTION_LIMITS = { title: 100, contentKb: 100 } as const;

/** As it was typed; `content` is sanitised by whoever sends the command. */
export type TypedInstruction = { type: string; title: string; content: string };
export type InstructionCommand =
  { type: 'AddInstruction' | 'ChangeInstruction'; instruction: TypedInstruction } | { type: 'DeleteInstruction' };

/** Everything that is wrong with an instruction as it was typed, in the order it is to be told; empty when it can be recorded (000 DG-012, 002 OI-008). */
export const instructionProblems = ({ type, title, content }: TypedInstruction): Problem[] => [
  ...(instructionTypeOf(type) === null ? [problem('INSTRUCTION_TYPE_REQUIRED', {}, 'type')] : []),
  ...(isBlank(title) ? [problem('INSTRUCTION_TITLE_REQUIRED', {}, 'title')] : []),
  ...(lengthOf(title.trim()) > INSTRUCTION_LIMITS.title
    ? [problem('TEXT_TOO_LONG', { max: INSTRUCTION_LIMITS.title }, 'title')]
    : []),
  ...(isEmptyRichText(content) ? [problem('INSTRUCTION_CONTENT_REQUIRED', {}, 'content')] : []),
  ...(sizeOf(content) > INSTRUCTION_LIMITS.contentKb * 1000
    ? [problem('INSTRUCTION_TOO_LARGE', { max: INSTRUCTION_LIMITS.contentKb }, 'content')]
    : []),
];

/**
 * instruction-<id>; null before it was added and after it was deleted. An unchanged save records nothing.
 * @throws RuleBroken INSTRUCTION_TYPE_REQUIRED, INSTRUCTION_TITLE_REQUIRED, INSTRUCTION_CONTENT_REQUIRED, TEXT_TOO_LONG,
 * INSTRUCTION_TOO_LARGE with everything that is wrong; RECORD_EXISTS, NO_SUCH_INSTRUCTION (000 DG-012, 002 OI-001 to OI-003).
 */
export const instruction: Aggregate<typeof instructionEvents, InstructionCommand, Instruction | null> = {
  category: 'instruction',
  events: instructionEvents,
  decider: {
    initialState: null,
    decide(command, state): InstructionEvent[] {
      switch (command.type) {
        case 'AddInstruction':
          refuseIf(state ? problem('RECORD_EXISTS') : null);
          return [{ type: 'InstructionAdded', data: accepted(command.instruction) }];
        case 'ChangeInstruction': {
          const before = known(state);
          const after = accepted(command.instruction);
          return sameFacts(before, after) ? [] : [{ type: 'InstructionChanged', data: after }];
        }
        case 'DeleteInstruction':
          known(state);
          return [{ type: 'InstructionDeleted', data: {} }];
      }
    },
    evolve: (_state, event) => (event.type === 'InstructionDeleted' ? null : event.data),
  },
};

const known = (state: Instruction | null): Instruction => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_INSTRUCTION'));
  return state;
};

const accepted = (typed: TypedInstruction): Instruction => {
  refuseIf(instructionProblems(typed));
  return Instruction.parse({
    type: instructionTypeOf(typed.type),
    title: typed.title.trim(),
    content: typed.content.trim(),
  });
};

/** Bytes of UTF-8. */
const sizeOf = (text: string): number => new TextEncoder().encode(text).length;
