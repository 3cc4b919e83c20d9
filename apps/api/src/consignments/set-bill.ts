import { Controller } from '@nestjs/common';
import { setConsignmentBill } from '#contract';
import { BILL_EXTENSIONS, fileProblem, refuseIf, type CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { UploadTickets } from '../files/file-tickets.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { actOn } from './act-on.js';
import { statusAfterwards } from './written.js';

@Controller()
export class SetBill {
  constructor(
    private readonly decisions: Decisions,
    private readonly uploads: UploadTickets,
  ) {}

  @Handles(setConsignmentBill)
  async handle(
    @Input() { id, uploadId, billFile = '' }: InputOf<typeof setConsignmentBill>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const bill = uploadId === undefined ? { billFile, billHash: null } : await this.uploaded(uploadId, caller);
    return statusAfterwards(
      await actOn(this.decisions, id, { caller, context }, () => ({ type: 'SetBill', by: context.by, ...bill })),
    );
  }

  private async uploaded(uploadId: string, caller: Caller) {
    const { name, hash, size } = await this.uploads.open(uploadId, caller);
    refuseIf(fileProblem({ name, size }, BILL_EXTENSIONS));
    return { billFile: name, billHash: hash };
  }
}
