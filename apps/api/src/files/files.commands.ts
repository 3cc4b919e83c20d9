import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 } from 'uuid';
import { deleteFileByPath, uploadFile, uploadImg, type ResultOf } from '#contract';
import { load, type CommandContext } from '#domain/event-sourcing';
import {
  IMAGE_QUOTA_BYTES,
  imageIdOf,
  imagePathOf,
  imageUses,
  REPORT_EXTENSIONS,
  richTextImage,
  richTextImages,
  UNUSED_IMAGE_DAYS,
  type ImageUseRow,
} from '#domain/files';
import { problem, refuseIf, RuleBroken, sameId } from '#domain/rules';
import type { Engines } from '#engines';
import { isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Decisions } from '../commands/decisions.js';
import { withMeta, type OperationReturn, type InputOf } from '../http/operation-handlers.js';
import { requireUpToDate } from '../http/wait-for-view.js';
import { ENGINES } from '../injection-tokens.js';
import { FileStore } from './file-store.js';
import { UploadTickets } from './file-tickets.js';
import type { UploadInputOf } from '../http/upload-input.js';

/** Stores a file of any accepted type. Commands that refer to it later accept only their own types. */
export class UploadFile extends Command<OperationReturn<ResultOf<typeof uploadFile>>> {
  constructor(
    readonly input: UploadInputOf<typeof uploadFile>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(UploadFile)
export class UploadFileHandler implements ICommandHandler<UploadFile> {
  constructor(
    private readonly files: FileStore,
    private readonly tickets: UploadTickets,
  ) {}

  async execute({ input: { file }, caller }: UploadFile) {
    const stored = await this.files.store(file, REPORT_EXTENSIONS);
    return { uploadId: await this.tickets.seal(stored, caller), name: stored.name, size: stored.size };
  }
}

/** Stores a picture for rich text. It belongs to the uploader's unit, whether a text shows it or not. */
export class UploadImage extends Command<OperationReturn<ResultOf<typeof uploadImg>>> {
  constructor(
    readonly input: UploadInputOf<typeof uploadImg>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(UploadImage)
export class UploadImageHandler implements ICommandHandler<UploadImage> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
    private readonly files: FileStore,
  ) {}

  async execute({ input: { file }, caller: { unitId }, context }: UploadImage) {
    const id = v5('richTextImage', context.commandId);
    const { events } = await load(this.engines.eventStore, richTextImage, id);
    // Checked before the file is stored, otherwise refused files would fill the disk. The file of a repeated request is
    // already within the quota.
    if (events.length === 0) await this.refuseFull(unitId, file.content.byteLength);
    const image = { ...(await this.files.storeImage(file)), unitId };
    const { state, position } = await this.decisions.decide(richTextImage, id, { type: 'UploadImage', image }, context);
    return withMeta(imagePathOf(id, (state ?? image).name), { position });
  }

  /** Sizes come from the view, so concurrent uploads may exceed the quota by the size of the files in memory. */
  private async refuseFull(unitId: string | null, bytes: number): Promise<void> {
    const sizes = await this.engines.views.countGroups(richTextImages, ['size'], {
      where: [{ column: 'unitId', eq: unitId ?? '' }],
    });
    const storedBytes = sizes.reduce((sum, { values: [size], count }) => sum + Number(size) * count, 0);
    refuseIf(
      storedBytes + bytes > IMAGE_QUOTA_BYTES ? problem('IMAGE_QUOTA_FULL', { days: UNUSED_IMAGE_DAYS }, 'file') : null,
    );
  }
}

export class DeleteImage extends Command<OperationReturn<ResultOf<typeof deleteFileByPath>>> {
  constructor(
    readonly input: InputOf<typeof deleteFileByPath>,
    readonly caller: Caller,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeleteImage)
export class DeleteImageHandler implements ICommandHandler<DeleteImage> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  async execute({ input: { path }, caller, context }: DeleteImage) {
    const id = imageIdOf(path);
    if (id === null) throw new RuleBroken(problem('FILE_NAME_INVALID', { name: path.slice(0, 60) }, 'path'));
    const { position } = await this.decisions.decide(
      richTextImage,
      id,
      async (image) => {
        if (!image || imagePathOf(id, image.name) !== path || !mayDelete(caller, image.unitId))
          throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
        if (await this.isShown(id)) throw new RuleBroken(problem('IMAGE_IN_USE', {}, 'path'));
        return { type: 'DeleteImage' as const };
      },
      context,
    );
    return withMeta(true as const, { position });
  }

  private async isShown(id: string): Promise<boolean> {
    await requireUpToDate(this.engines, imageUses);
    const { rows } = await this.engines.views.find<ImageUseRow>(imageUses, {
      where: [{ column: 'imageIds', contains: id }],
      limit: 1,
    });
    return rows.length > 0;
  }
}

export const fileCommandHandlers = [UploadFileHandler, UploadImageHandler, DeleteImageHandler];

/** A platform administrator may delete every picture, staff of a unit only those of their unit. */
const mayDelete = (caller: Caller, unitId: string | null): boolean =>
  isPlatformAdmin(caller) || (unitId !== null && sameId(caller.unitId, unitId));
