import { Controller, Header, Inject, type StreamableFile } from '@nestjs/common';
import { deleteFileByPath, getRichTextImage } from '#contract';
import { IMAGE_DIRECTORY, imageIdOf, imagePathOf, imageUses, load, problem, richTextImage, RuleBroken, sameId, type CommandContext, type ImageUseRow } from '#domain';
import type { Engines } from '#engines';
import { ROLE } from '#events';
import { has, type Caller } from '../auth/caller.js';
import { Decisions } from '../decisions/decisions.js';
import { answer } from '../http/answer.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { fresh } from '../http/fresh.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { sentAs } from './sent-as.js';

/** Pictures that stand in rich text: shown by their address, and deleted by it. */
@Controller()
export class RichTextImages {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly decisions: Decisions) {}

  /** Opened as a page of its own it may do nothing at all; kept for a while only, for it may be deleted. */
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cache-control', 'private, max-age=300')
  @Handles(getRichTextImage)
  show(@Input() { file }: InputOf<typeof getRichTextImage>) {
    return imageAt(this.engines, `/${IMAGE_DIRECTORY}/${file}`);
  }

  @Handles(deleteFileByPath)
  async delete(@Input() { path }: InputOf<typeof deleteFileByPath>, @By() caller: Caller, @Command() context: CommandContext) {
    const id = imageIdOf(path);
    if (id === null) throw new RuleBroken(problem('FILE_NAME_INVALID', {}, 'path'));
    const { position } = await this.decisions.decide(richTextImage, id, async (image) => {
      if (!image || imagePathOf(id, image.name) !== path || !mayDelete(caller, image.unitId)) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
      if (await this.isShown(id)) throw new RuleBroken(problem('IMAGE_IN_USE', {}, 'path'));
      return { type: 'DeleteImage' as const };
    }, context);
    return answer(true as const, { position });
  }

  private async isShown(id: string): Promise<boolean> {
    const { eventStore, views } = this.engines;
    await fresh(views, imageUses, await eventStore.lastPosition());
    const { rows } = await views.find<ImageUseRow>(imageUses, { where: [{ column: 'imageIds', contains: id }], limit: 1 });
    return rows.length > 0;
  }
}

/** The administrator deletes every picture, a unit's people their own; to them no other exists. */
const mayDelete = (caller: Caller, unitId: string | null): boolean => has(caller, ROLE.admin) || (unitId !== null && sameId(caller.unitId, unitId));

/** The picture at an address. @throws RuleBroken NO_SUCH_FILE */
export const imageAt = async ({ eventStore, files }: Engines, path: string): Promise<StreamableFile> => {
  const id = imageIdOf(path);
  const { state: image } = id === null ? { state: null } : await load(eventStore, richTextImage, id);
  const file = image && imagePathOf(id ?? '', image.name) === path ? await files.get(image.hash) : null;
  if (!image || !file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
  return sentAs({ content: file.content, name: image.name, mediaType: image.mediaType });
};
