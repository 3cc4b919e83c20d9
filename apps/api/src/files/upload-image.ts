import { Controller, Inject } from '@nestjs/common';
import { v5 } from 'uuid';
import { uploadImg } from '#contract';
import {
  IMAGE_QUOTA_BYTES,
  imagePathOf,
  load,
  problem,
  refuseIf,
  richTextImage,
  richTextImages,
  UNUSED_IMAGE_DAYS,
  type CommandContext,
} from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { FileStore } from './file-store.js';
import { Received, type ReceivedOf } from './received.js';

/** Takes a picture for rich text. It is of the uploader's unit from then on, whether a text shows it or not. */
@Controller()
export class UploadImage {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly files: FileStore,
  ) {}

  @Handles(uploadImg)
  async handle(
    @Received() { file }: ReceivedOf<typeof uploadImg>,
    @By() { unitId }: Caller,
    @Command() context: CommandContext,
  ) {
    const id = v5('richTextImage', context.commandId);
    const { past } = await load(this.engines.eventStore, richTextImage, id);
    // Before the file is stored, or what is refused would fill the disk all the same; a request that comes again has its room already.
    if (past.length === 0) await this.refuseFull(unitId, file.content.byteLength);
    const image = { ...(await this.files.storeImage(file)), unitId };
    const { state, position } = await this.decisions.decide(richTextImage, id, { type: 'UploadImage', image }, context);
    return answer(imagePathOf(id, (state ?? image).name), { position });
  }

  /** Sizes are added up as the view knows them: uploads at the same moment may go beyond the quota by what is in memory at once. */
  private async refuseFull(unitId: string | null, bytes: number): Promise<void> {
    const sizes = await this.engines.views.countGroups(richTextImages, ['size'], {
      where: [{ column: 'unitId', eq: unitId ?? '' }],
    });
    const kept = sizes.reduce((sum, { values: [size], count }) => sum + Number(size) * count, 0);
    refuseIf(
      kept + bytes > IMAGE_QUOTA_BYTES ? problem('IMAGE_QUOTA_FULL', { days: UNUSED_IMAGE_DAYS }, 'file') : null,
    );
  }
}
