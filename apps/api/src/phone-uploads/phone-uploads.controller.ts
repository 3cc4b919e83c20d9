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
import { UploadInput, type UploadInputOf } from '../http/upload-input.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { getRequest, type ApiRequest } from '../http/api-request.js';
import { commandContextOf } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { CLOCK, type Clock } from '../injection-tokens.js';
import { QrKeys } from '../qr-codes/qr-keys.js';
import { GetPhoneUploads, UploadByKey } from './phone-uploads.handlers.js';
import { UPLOAD_PAGES } from './upload-target.js';

/** How long after the expiry of its key a file may be sent again, if the response was lost. */
const GRACE_MS = 60 * 60_000;

/**
 * The upload needs no session, so an unknown or long expired key is refused before the file is read. Afterwards the
 * key's user counts as the caller.
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
    const grant = await this.keys.readGrant(UPLOAD_PAGES, key);
    this.keys.refuseIf(
      grant,
      Date.parse(grant.expiresAt) + GRACE_MS <= this.now().getTime() ? problem('KEY_EXPIRED') : null,
    );
    request.caller = grant.holder;
    return true;
  }
}

/** Uploads of files to a consignment or a sample from a phone, by a key. */
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

  /** The author in the log is the user who created the key. */
  @HandlesOperation(uploadByKey)
  @UseGuards(UploadKeyGuard)
  async upload(
    @UploadInput() { key, accessoryTypeID, file }: UploadInputOf<typeof uploadByKey>,
    @Req() request: ApiRequest,
  ) {
    const grant = await this.keys.readGrant(UPLOAD_PAGES, key);
    const context = commandContextOf(request, grant.holder.actor);
    const added = await this.commands.execute(new UploadByKey(grant, { file, accessoryTypeID }, context));
    return withMeta(added.file, { revision: added.revision, position: added.position });
  }
}
