import {
  Controller,
  Inject,
  Injectable,
  Req,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { uploadByKey } from '#contract';
import { findEarlierEvent, problem } from '#domain';
import type { Engines } from '#engines';
import { AddFile } from '../files/attachments.commands.js';
import { UploadInput, type UploadInputOf } from '../files/received.js';
import { withMeta } from '../http/answer.js';
import { getRequest, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command.js';
import { HandlesOperation } from '../http/handles.js';
import { CLOCK, ENGINES, type Clock } from '../provided.js';
import { expiryProblem, QrKeys } from '../qr-codes/qr-keys.js';
import { toPhoneFile } from './phone-file.js';
import { uploadClosedProblem, UPLOAD_PAGES, uploadTarget } from './upload-target.js';

/** How long after its key has run out a file whose answer was lost may be sent again. */
const GRACE_MS = 60 * 60_000;

/** Nothing is read of the file of somebody whose key is none, or ran out long ago: this call asks for no session. What is read counts as its holder's. */
@Injectable()
export class UploadKeyGuard implements CanActivate {
  constructor(
    @Inject(QrKeys) private readonly keys: QrKeys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = getRequest(context);
    const { key } = request.params as { key: string };
    const granted = await this.keys.open(UPLOAD_PAGES, key);
    this.keys.refuseIf(
      granted,
      Date.parse(granted.expiresAt) + GRACE_MS <= this.now().getTime() ? problem('KEY_EXPIRED') : null,
    );
    request.caller = granted.holder;
    return true;
  }
}

/** Adds a file as uploadAccessory does, on behalf of whoever made the key: the log names that user. Where it belongs says the key alone. */
@Controller()
export class UploadByKey {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly files: AddFile,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(uploadByKey)
  @UseGuards(UploadKeyGuard)
  async handle(
    @UploadInput() { key, accessoryTypeID, file }: UploadInputOf<typeof uploadByKey>,
    @Req() request: ApiRequest,
  ) {
    const granted = await this.keys.open(UPLOAD_PAGES, key);
    const { holder } = granted;
    const context = commandContextOf(request, holder.actor);
    const target = await uploadTarget(this.engines, granted);
    const { found } = target;
    // A file whose answer was lost may be sent again soon after the key has run out, or the consignment was submitted: it is there already.
    const isRepeated = findEarlierEvent(found.past, context) !== undefined;
    if (!isRepeated) this.keys.refuseIf(granted, expiryProblem(granted) ?? uploadClosedProblem(target, holder));
    const { attachment, after } = await this.files.add({
      file,
      owner: target,
      replaces: false,
      caller: holder,
      context,
      accessoryType: found.id,
      accessoryTypeID,
      readonly: false,
    });
    return withMeta(toPhoneFile(attachment), { revision: after.revision, position: after.position });
  }
}
