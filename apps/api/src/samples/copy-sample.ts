import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { copyBuSampleInfo } from '#contract';
import { consignment, handle, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';
import { switchesOf } from '../consignments/unit-facts.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { consignmentIdOf } from './find-sample.js';

@Controller()
export class CopySample {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(copyBuSampleInfo)
  async handle(@Input() asked: InputOf<typeof copyBuSampleInfo>, @By() caller: Caller, @Command() context: CommandContext) {
    const { eventStore } = this.engines;
    const { id, state } = await findConsignment(eventStore, await consignmentIdOf(this.engines, asked), caller);
    const { rules } = await switchesOf(eventStore, state.header.testUnitId);
    const newSampleId = v5('sample', context.commandId);
    const { revision, position } = await handle(eventStore, consignment, id, { type: 'CopySample', by: context.by, sampleId: asked.id, newSampleId, settings: rules }, context);
    return answer(newSampleId, { revision, position });
  }
}
