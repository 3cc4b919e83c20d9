import { Controller, Inject } from '@nestjs/common';
import { uploadAccessory } from '#contract';
import type { CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { accessoryView } from './accessory-view.js';
import { AddFile } from './add-file.js';
import { FileLinks } from './file-links.js';
import { ownerOf } from './foreign-key.js';
import { Received, type ReceivedOf } from './received.js';

/** Adds a file to a consignment or a sample, by its foreignKey. */
@Controller()
export class UploadAccessory {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly files: AddFile,
    private readonly links: FileLinks,
  ) {}

  @Handles(uploadAccessory)
  async handle(
    @Received() input: ReceivedOf<typeof uploadAccessory>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    const { accessoryType, accessoryTypeID, readonly, isReplace, file } = input;
    const owner = await ownerOf(this.engines, input, caller);
    const { attachment, consignmentId, after } = await this.files.add({
      file,
      owner,
      replaces: isReplace,
      caller,
      context,
      accessoryType,
      accessoryTypeID,
      readonly,
    });
    return answer(await accessoryView(attachment, consignmentId, this.links, caller, true), {
      revision: after.revision,
      position: after.position,
    });
  }
}
