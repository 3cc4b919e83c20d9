import { decode, idOfStream, Instruction, type InstructionEvent, instructionEvents, InstructionType } from '#events';
import { imagesIn } from '../files/images.js';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { isJsonEqual } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank, lengthOf } from '../text/text.js';

/**
 * Whether rich text is empty: only tags, spaces and entities of spaces (002 OI-008). A horizontal rule is not content;
 * an image is.
 */
export const isEmptyRichText = (html: string): boolean =>
  imagesIn(html).length === 0 &&
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|#160|#xa0|ensp|emsp|zwnj|zwj|#8203|#x200b);/gi, '')
    .replace(/[\s\u200b-\u200d\ufeff]/g, '') === '';

/** The kinds of help an instruction can belong to (002 OI-002). */
export const INSTRUCTION_KINDS = ['0', '1'] as const;
export type InstructionKind = (typeof INSTRUCTION_KINDS)[number];

/** The kinds in the stored, comma-joined type. */
export const kindsOf = (type: InstructionType): InstructionKind[] =>
  INSTRUCTION_KINDS.filter((kind) => type.split(',').includes(kind));

/**
 * Sorts and joins comma-separated kinds as they are stored: "1, 0" becomes "0,1". Returns null if no kind is given or
 * one does not exist.
 */
export const instructionTypeOf = (text: string): InstructionType | null => {
  const parts = new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
  const parsed = InstructionType.safeParse([...parts].toSorted().join(','));
  return parsed.success ? parsed.data : null;
};

/** Title in characters, content in kB of UTF-8. The content is limited because one event holds all of it (ADR-002). */
export const INSTRUCTION_LIMITS = { title: 100, contentKb: 100 } as const;

/** Raw input. The caller sanitises `content` before it sends the command. */
export type InstructionInput = { type: string; title: string; content: string };
export type InstructionCommand =
  { type: 'AddInstruction' | 'ChangeInstruction'; instruction: InstructionInput } | { type: 'DeleteInstruction' };

/**
 * All problems of an instruction's raw input, in the order in which they are shown; empty if it is valid (000 DG-012,
 * 002 OI-008).
 */
export const instructionProblems = ({ type, title, content }: InstructionInput): Problem[] => [
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
 * Stream instruction-<id>. The state is null before the instruction is added and after it is deleted. Saving without a
 * change records no event.
 * @throws RuleBroken INSTRUCTION_TYPE_REQUIRED, INSTRUCTION_TITLE_REQUIRED, INSTRUCTION_CONTENT_REQUIRED,
 * TEXT_TOO_LONG, INSTRUCTION_TOO_LARGE with all problems at once; RECORD_EXISTS, NO_SUCH_INSTRUCTION (000 DG-012, 002
 * OI-001 to OI-003).
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
          return [{ type: 'InstructionAdded', data: toInstruction(command.instruction) }];
        case 'ChangeInstruction': {
          const before = requireInstruction(state);
          const after = toInstruction(command.instruction);
          return isJsonEqual(before, after) ? [] : [{ type: 'InstructionChanged', data: after }];
        }
        case 'DeleteInstruction':
          requireInstruction(state);
          return [{ type: 'InstructionDeleted', data: {} }];
      }
    },
    evolve: (_state, event) => (event.type === 'InstructionDeleted' ? null : event.data),
  },
};

const requireInstruction = (state: Instruction | null): Instruction => {
  if (!state) throw new RuleBroken(problem('NO_SUCH_INSTRUCTION'));
  return state;
};

const toInstruction = (input: InstructionInput): Instruction => {
  refuseIf(instructionProblems(input));
  return Instruction.parse({
    type: instructionTypeOf(input.type),
    title: input.title.trim(),
    content: input.content.trim(),
  });
};

/** Size in bytes of UTF-8. */
const sizeOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * An instruction with the user ids of its author and last editor (ADR-020). Before the first change, the last
 * modification is the creation.
 */
export type InstructionRow = Instruction & {
  id: string;
  revision: number;
  creatorId: string;
  creationTime: string;
  lastModifierId: string;
  lastModificationTime: string;
};

const explains = (row: InstructionRow, kind: '0' | '1'): number => (kindsOf(row.type).includes(kind) ? 1 : 0);

export const instructions: Projection<InstructionRow> = {
  name: 'instructions',
  version: 3,
  types: Object.keys(instructionEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, event, id) {
    const { by, at } = event.metadata;
    const { type, data } = decode(instructionEvents, event);
    switch (type) {
      case 'InstructionAdded':
        return {
          ...data,
          id,
          revision: event.revision,
          creatorId: by.userId,
          creationTime: at,
          lastModifierId: by.userId,
          lastModificationTime: at,
        };
      case 'InstructionChanged':
        return (
          row && { ...row, ...data, revision: event.revision, lastModifierId: by.userId, lastModificationTime: at }
        );
      case 'InstructionDeleted':
        return null;
    }
  },
  view: {
    columns: {
      forRawMaterial: { type: 'integer', of: (row) => explains(row, '0') },
      forOnSite: { type: 'integer', of: (row) => explains(row, '1') },
      creationTime: { type: 'text', of: (row) => row.creationTime },
      lastModificationTime: { type: 'text', of: (row) => row.lastModificationTime },
    },
    search: (row) => row.title,
    indexes: [
      ['creationTime'],
      ['lastModificationTime'],
      ['forRawMaterial', 'creationTime'],
      ['forOnSite', 'creationTime'],
    ],
  },
};
