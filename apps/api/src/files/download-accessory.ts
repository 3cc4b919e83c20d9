import { Controller, Inject } from '@nestjs/common';
import { downloadFileByAccessoryId } from '#contract';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { ENGINES } from '../provided.js';
import { findAttachment } from './find-attachment.js';
import { sentAs } from './sent-as.js';

@Controller()
export class DownloadAccessory {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(downloadFileByAccessoryId)
  async handle(@Input() asked: InputOf<typeof downloadFileByAccessoryId>, @By() caller: Caller) {
    const { hash, name, mediaType } = await findAttachment(this.engines, asked, caller);
    const file = await this.engines.files.get(hash);
    if (!file) throw Problem.notFound();
    return sentAs({ content: file.content, name, mediaType });
  }
}
