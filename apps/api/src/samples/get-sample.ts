import { Controller, Inject } from '@nestjs/common';
import { getBuSampleInfo } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findSample } from './find-sample.js';
import { sampleAsSeen } from './sample-as-seen.js';

@Controller()
export class GetSample {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getBuSampleInfo)
  async handle(@Input() asked: InputOf<typeof getBuSampleInfo>, @By() caller: Caller) {
    const { found, sample } = await findSample(this.engines, asked, caller);
    return answer(await sampleAsSeen(this.engines.eventStore, found, sample, caller), { revision: found.revision });
  }
}
