import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  getInstructionList,
  getLatestInstruction,
  listInstructionsOfType,
  type InstructionRow,
  type InstructionText,
  type ResultOf,
} from '#contract';
import { instructions, type InstructionRow as StoredRow } from '#domain/instructions';
import type { Engines } from '#engines';
import { Users, loadUserNames } from '../auth/users.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { waitForView } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';

/** The maximum number of instructions of a type on one page. */
const MAX_INSTRUCTIONS = 100;

/** The newest instructions of a type. */
@Injectable()
export class NewestInstructions {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  async newest(limit: number, { type, atLeast }: InputOf<typeof listInstructionsOfType>) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, instructions, atLeast);
    const { rows } = await views.find<StoredRow>(instructions, {
      where: [{ column: type === '0' ? 'forRawMaterial' : 'forOnSite', eq: 1 }],
      sort: [{ column: 'creationTime', direction: 'desc' }],
      limit,
    });
    return { stale, texts: rows.map(toInstructionText) };
  }
}

export class ListInstructions extends Query<OperationReturn<ResultOf<typeof getInstructionList>>> {
  constructor(readonly input: InputOf<typeof getInstructionList>) {
    super();
  }
}

@QueryHandler(ListInstructions)
export class ListInstructionsHandler implements IQueryHandler<ListInstructions> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  async execute({ input: { search, orderField, orderMethod, skipCount, maxResultCount, atLeast } }: ListInstructions) {
    const { views } = this.engines;
    const { stale } = await waitForView(views, instructions, atLeast);
    const { rows, total, totalIsCapped } = await views.find<StoredRow>(instructions, {
      search,
      sort: [{ column: orderField, direction: orderMethod }],
      skip: skipCount,
      limit: maxResultCount,
    });
    return withMeta({ items: await toInstructionRows(this.users, rows), totalCount: total, totalIsCapped }, { stale });
  }
}

export class GetLatestInstruction extends Query<OperationReturn<ResultOf<typeof getLatestInstruction>>> {
  constructor(readonly input: InputOf<typeof getLatestInstruction>) {
    super();
  }
}

@QueryHandler(GetLatestInstruction)
export class GetLatestInstructionHandler implements IQueryHandler<GetLatestInstruction> {
  constructor(private readonly instructions: NewestInstructions) {}

  async execute({ input: { type, atLeast } }: GetLatestInstruction) {
    const { stale, texts } = await this.instructions.newest(1, { type, atLeast });
    return withMeta(texts[0] ?? null, { stale });
  }
}

export class ListInstructionsOfType extends Query<OperationReturn<ResultOf<typeof listInstructionsOfType>>> {
  constructor(readonly input: InputOf<typeof listInstructionsOfType>) {
    super();
  }
}

@QueryHandler(ListInstructionsOfType)
export class ListInstructionsOfTypeHandler implements IQueryHandler<ListInstructionsOfType> {
  constructor(private readonly instructions: NewestInstructions) {}

  async execute({ input }: ListInstructionsOfType) {
    const { stale, texts } = await this.instructions.newest(MAX_INSTRUCTIONS, input);
    return withMeta(texts, { stale });
  }
}

export const instructionQueryHandlers = [
  ListInstructionsHandler,
  NewestInstructions,
  GetLatestInstructionHandler,
  ListInstructionsOfTypeHandler,
];

/** Rows for the administration, with the current names of their authors (ADR-020). */
const toInstructionRows = async (users: Users, rows: readonly StoredRow[]): Promise<InstructionRow[]> => {
  const nameOf = await loadUserNames(
    users,
    rows.flatMap(({ creatorId, lastModifierId }) => [creatorId, lastModifierId]),
  );
  return rows.map(({ creatorId, lastModifierId, ...row }) => ({
    ...row,
    creatorUser: nameOf(creatorId),
    lastModifierUser: nameOf(lastModifierId),
  }));
};

const toInstructionText = ({
  id,
  type,
  title,
  content,
  creationTime,
  lastModificationTime,
}: StoredRow): InstructionText => ({ id, type, title, content, creationTime, lastModificationTime });
