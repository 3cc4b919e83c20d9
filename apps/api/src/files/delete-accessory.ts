import { Controller, Inject } from '@nestjs/common';
import { deleteAccessory } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { actOn } from '../consignments/act-on.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignmentOfAttachment } from './find-attachment.js';

/** Takes a file off a consignment. Its content stays: the history names it. */
@Controller()
export class DeleteAccessory {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  @Handles(deleteAccessory)
  async handle(
    @Input() { id, consignId }: InputOf<typeof deleteAccessory>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const consignmentId = await consignmentOfAttachment(this.engines, { id, consignId });
    const { revision, position } = await actOn(this.decisions, consignmentId, { caller, context }, () => ({
      type: 'RemoveAttachment',
      by: context.by,
      attachmentId: id,
    }));
    return answer(true as const, { revision, position });
  }
}
