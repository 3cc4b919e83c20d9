import { Controller } from '@nestjs/common';
import { v5 } from 'uuid';
import { uploadImg } from '#contract';
import { imagePathOf, richTextImage, type CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { FileStore } from './file-store.js';
import { Received, type ReceivedOf } from './received.js';

/** Takes a picture for rich text. It is of the uploader's unit from then on, whether a text shows it or not. */
@Controller()
export class UploadImage {
  constructor(private readonly decisions: Decisions, private readonly files: FileStore) {}

  @Handles(uploadImg)
  async handle(@Received() { file }: ReceivedOf<typeof uploadImg>, @By() { unitId }: Caller, @Command() context: CommandContext) {
    const id = v5('richTextImage', context.commandId);
    const image = { ...(await this.files.storeImage(file)), unitId };
    const { state, position } = await this.decisions.decide(richTextImage, id, { type: 'UploadImage', image }, context);
    return answer(imagePathOf(id, (state ?? image).name), { position });
  }
}
