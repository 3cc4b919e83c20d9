import { Controller, Header, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { deleteFileByPath, downloadFile, getRichTextImage, uploadFile, uploadImg } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { IMAGE_DIRECTORY, imageIdOf } from '#domain/files';
import { problem, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiReply } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../injection-tokens.js';
import { UploadTickets } from './file-tickets.js';
import { DeleteImage, UploadFile, UploadImage } from './files.commands.js';
import { UploadInput, type UploadInputOf } from '../http/upload-input.js';
import { readImage } from './rich-text-images.js';
import { fileResponse } from './file-response.js';

/** Uploaded files that nothing refers to yet, and pictures of rich text. */
@Controller()
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tickets: UploadTickets,
  ) {}

  @HandlesOperation(uploadFile)
  upload(@UploadInput() input: UploadInputOf<typeof uploadFile>, @CurrentUser() caller: Caller) {
    return this.commands.execute(new UploadFile(input, caller));
  }

  @HandlesOperation(downloadFile)
  async download(
    @Input() { path }: InputOf<typeof downloadFile>,
    @CurrentUser() caller: Caller,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    if (imageIdOf(path) !== null) return readImage(this.engines, path, reply);
    const { hash, name, mediaType } = await this.tickets.open(path, caller);
    const file = await this.engines.files.get(hash);
    if (!file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
    return fileResponse({ content: file.content, name, mediaType });
  }

  @HandlesOperation(uploadImg)
  uploadImage(
    @UploadInput() input: UploadInputOf<typeof uploadImg>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UploadImage(input, caller, context));
  }

  /**
   * A picture that is opened as a page may not load or run anything. Caching is short, because the picture may be
   * deleted.
   */
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cache-control', 'private, max-age=300')
  @HandlesOperation(getRichTextImage)
  showImage(@Input() { file }: InputOf<typeof getRichTextImage>, @Res({ passthrough: true }) reply: ApiReply) {
    return readImage(this.engines, `/${IMAGE_DIRECTORY}/${file}`, reply);
  }

  @HandlesOperation(deleteFileByPath)
  deleteImage(
    @Input() input: InputOf<typeof deleteFileByPath>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteImage(input, caller, context));
  }
}
