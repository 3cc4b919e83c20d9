import { Controller, Inject, Injectable, Req, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { uploadByKey } from '#contract';
import { earlierOf } from '#domain';
import type { Engines } from '#engines';
import { AddFile } from '../files/add-file.js';
import { Received, type ReceivedOf } from '../files/received.js';
import { answer } from '../http/answer.js';
import { requestOf, type ApiRequest } from '../http/api-request.js';
import { contextOf } from '../http/command.js';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';
import { expiry, QrKeys } from '../qr-codes/qr-keys.js';
import { phoneFile } from './phone-file.js';
import { closedProblem, UPLOAD_PAGES, uploadTarget } from './upload-target.js';

/** Nothing is read of the file of somebody whose key is none: this call asks for no session. */
@Injectable()
export class UploadKeyGuard implements CanActivate {
  constructor(@Inject(QrKeys) private readonly keys: QrKeys) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { key } = requestOf(context).params as { key: string };
    await this.keys.open(UPLOAD_PAGES, key);
    return true;
  }
}

/** Adds a file as uploadAccessory does, on behalf of whoever made the key: the log names that user. Where it belongs says the key alone. */
@Controller()
export class UploadByKey {
  constructor(@Inject(ENGINES) private readonly engines: Engines, private readonly files: AddFile, private readonly keys: QrKeys) {}

  @Handles(uploadByKey)
  @UseGuards(UploadKeyGuard)
  async handle(@Received() { key, accessoryTypeID, file }: ReceivedOf<typeof uploadByKey>, @Req() request: ApiRequest) {
    const granted = await this.keys.open(UPLOAD_PAGES, key);
    const { holder } = granted;
    request.caller = holder;
    const context = contextOf(request, holder.actor);
    const target = await uploadTarget(this.engines, granted);
    const { found } = target;
    // A file whose answer was lost may be sent again after the key has run out, or the consignment was submitted: it is there already.
    const isRepeated = earlierOf(found.past, context) !== undefined;
    if (!isRepeated) this.keys.refuseIf(granted, expiry(granted) ?? closedProblem(target, holder));
    const { attachment, after } = await this.files.add({ file, owner: target, replaces: false, caller: holder, context, accessoryType: found.id, accessoryTypeID, readonly: false });
    return answer(phoneFile(attachment), { revision: after.revision, position: after.position });
  }
}
