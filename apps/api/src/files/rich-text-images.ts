import { Controller, Header, Inject, Res, type StreamableFile } from '@nestjs/common';
import { deleteFileByPath, getRichTextImage } from '#contract';
import {
  IMAGE_DIRECTORY,
  imageIdOf,
  imagePathOf,
  imageUses,
  load,
  problem,
  richTextImage,
  RuleBroken,
  sameId,
  type CommandContext,
  type ImageUseRow,
} from '#domain';
import type { Engines } from '#engines';
import { keepsAll, type Caller } from '../auth/caller.js';
import { networkOf } from '../auth/network-of.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By, type ApiReply } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { upToDate } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { FileMemory } from './file-memory.js';
import { sentAs } from './sent-as.js';

const MB = 1024 * 1024;
/** Anybody may open a picture, and as often as one likes: without a limit a few large ones would end the process. */
export const pictureMemory = new FileMemory({ maxBytes: 400 * MB, maxBytesEach: 200 * MB });
/** Who takes no byte of a picture for so long has gone. */
const READER_IDLE_MS = 60_000;

/** Pictures that stand in rich text: shown by their address, and deleted by it. */
@Controller()
export class RichTextImages {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly decisions: Decisions,
  ) {}

  /** Opened as a page of its own it may do nothing at all; kept for a while only, for it may be deleted. */
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cache-control', 'private, max-age=300')
  @Handles(getRichTextImage)
  show(@Input() { file }: InputOf<typeof getRichTextImage>, @Res({ passthrough: true }) reply: ApiReply) {
    return imageAt(this.engines, `/${IMAGE_DIRECTORY}/${file}`, reply);
  }

  @Handles(deleteFileByPath)
  async delete(
    @Input() { path }: InputOf<typeof deleteFileByPath>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
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
    return answer(true as const, { position });
  }

  private async isShown(id: string): Promise<boolean> {
    await upToDate(this.engines, imageUses);
    const { rows } = await this.engines.views.find<ImageUseRow>(imageUses, {
      where: [{ column: 'imageIds', contains: id }],
      limit: 1,
    });
    return rows.length > 0;
  }
}

/** Who keeps all deletes every picture, a unit's people their own; to them no other exists. */
const mayDelete = (caller: Caller, unitId: string | null): boolean =>
  keepsAll(caller) || (unitId !== null && sameId(caller.unitId, unitId));

/** The picture at an address. @throws RuleBroken NO_SUCH_FILE; Problem 503 when pictures fill the memory */
export const imageAt = async (
  { eventStore, files }: Engines,
  path: string,
  reply: ApiReply,
): Promise<StreamableFile> => {
  const id = imageIdOf(path);
  const { state: image } = id === null ? { state: null } : await load(eventStore, richTextImage, id);
  if (!image || imagePathOf(id ?? '', image.name) !== path) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
  pictureMemory.takeUntilSent(reply, networkOf(reply.request.ip), image.size);
  reply.raw.setTimeout(READER_IDLE_MS, () => reply.raw.destroy());
  const file = await files.get(image.hash);
  if (!file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
  return sentAs({ content: file.content, name: image.name, mediaType: image.mediaType });
};
