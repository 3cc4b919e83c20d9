import {
  Controller,
  Inject,
  Injectable,
  Req,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getPhoneUploads, uploadByKey } from '#contract';
import { problem } from '#domain/rules';
import { UploadInput, type UploadInputOf } from '../files/upload-input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { getRequest, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { CLOCK, type Clock } from '../injection-tokens.js';
import { QrKeys } from '../qr-codes/qr-keys.js';
import { GetPhoneUploads, UploadByKey } from './phone-uploads.handlers.js';
import { UPLOAD_PAGES } from './upload-target.js';

/** How long after its key has run out a file whose answer was lost may be sent again. */
const GRACE_MS = 60 * 60_000;

/**
 * This call needs no session, so nothing of the file is read if the key is unknown or ran out long ago. What is read
 * counts as its holder's.
 */
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

/** Files that a phone adds to a consignment or a sample by a key. */
@Controller()
export class PhoneUploadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(getPhoneUploads)
  async list(@Input() { key }: InputOf<typeof getPhoneUploads>) {
    const { uploads, revision, position } = await this.queries.execute(new GetPhoneUploads(key));
    return withMeta(uploads, { revision, position });
  }

  /** The log names the user who made the key. */
  @HandlesOperation(uploadByKey)
  @UseGuards(UploadKeyGuard)
  async upload(
    @UploadInput() { key, accessoryTypeID, file }: UploadInputOf<typeof uploadByKey>,
    @Req() request: ApiRequest,
  ) {
    const granted = await this.keys.open(UPLOAD_PAGES, key);
    const context = commandContextOf(request, granted.holder.actor);
    const added = await this.commands.execute(new UploadByKey(granted, { file, accessoryTypeID }, context));
    return withMeta(added.file, { revision: added.revision, position: added.position });
  }
}
