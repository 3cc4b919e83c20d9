import { Controller, Inject } from '@nestjs/common';
import { getBuSampleInfo } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { FileLinks } from '../files/file-tickets.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { findSample } from './find-sample.js';
import { withReportLinks } from './raw-material-view.js';
import { sampleAsSeen } from './sample-as-seen.js';

@Controller()
export class GetSample {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly links: FileLinks,
  ) {}

  @Handles(getBuSampleInfo)
  async handle(@Input() asked: InputOf<typeof getBuSampleInfo>, @By() caller: Caller) {
    const { found, sample } = await findSample(this.engines, asked, caller);
    const view = await sampleAsSeen(this.engines.eventStore, found, sample, caller, asked.pageSource);
    const buSampleInfoRefSampleInfo = await withReportLinks(view.buSampleInfoRefSampleInfo, sample, this.links, {
      caller,
      personsShown: found.personsShown,
    });
    return answer({ ...view, buSampleInfoRefSampleInfo }, { revision: found.revision });
  }
}
