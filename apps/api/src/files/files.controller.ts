import { Controller, Header, Inject, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { deleteFileByPath, downloadFile, getRichTextImage, uploadFile, uploadImg } from '#contract';
import { IMAGE_DIRECTORY, imageIdOf, problem, RuleBroken, type CommandContext } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { By, type ApiReply } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { UploadTickets } from './file-tickets.js';
import { DeleteImage, UploadFile, UploadImage } from './files.commands.js';
import { Received, type ReceivedOf } from './received.js';
import { imageAt } from './rich-text-images.js';
import { sentAs } from './sent-as.js';

/** Uploaded files that nothing refers to yet, and pictures of rich text. */
@Controller()
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly tickets: UploadTickets,
  ) {}

  @Handles(uploadFile)
  upload(@Received() input: ReceivedOf<typeof uploadFile>, @By() caller: Caller) {
    return this.commands.execute(new UploadFile(input, caller));
  }

  @Handles(downloadFile)
  async download(
    @Input() { path }: InputOf<typeof downloadFile>,
    @By() caller: Caller,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    if (imageIdOf(path) !== null) return imageAt(this.engines, path, reply);
    const { hash, name, mediaType } = await this.tickets.open(path, caller);
    const file = await this.engines.files.get(hash);
    if (!file) throw new RuleBroken(problem('NO_SUCH_FILE', {}, 'path'));
    return sentAs({ content: file.content, name, mediaType });
  }

  @Handles(uploadImg)
  uploadImage(
    @Received() input: ReceivedOf<typeof uploadImg>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new UploadImage(input, caller, context));
  }

  /** Opened as a page of its own it may do nothing at all; kept for a while only, for it may be deleted. */
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('cache-control', 'private, max-age=300')
  @Handles(getRichTextImage)
  showImage(@Input() { file }: InputOf<typeof getRichTextImage>, @Res({ passthrough: true }) reply: ApiReply) {
    return imageAt(this.engines, `/${IMAGE_DIRECTORY}/${file}`, reply);
  }

  @Handles(deleteFileByPath)
  deleteImage(
    @Input() input: InputOf<typeof deleteFileByPath>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteImage(input, caller, context));
  }
}
