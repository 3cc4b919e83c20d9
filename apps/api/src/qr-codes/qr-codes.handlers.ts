import { Inject } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { toBuffer } from 'qrcode';
import { MAX_CONSIGNMENTS_PER_KEY, MobilePage, type getQRCodeKeyInfo, type ResultOf } from '#contract';
import { problem, refuseIf } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { requireSignable } from '../consignments/signing.commands.js';
import { Problem } from '../http/problem.js';
import { requireOpenForFiles } from '../phone-uploads/upload-target.js';
import { ENGINES } from '../injection-tokens.js';
import { mayBePickedUp } from '../reports/pick-up.handlers.js';
import { canUsePage, expiryProblem, QrKeys } from './qr-keys.js';

/**
 * Checks whether the key of a page may be created: its objects exist, the caller may act on them, and they are ready.
 * @throws RuleBroken
 */
const CHECKS: Record<MobilePage, (engines: Engines, ids: readonly string[], caller: Caller) => Promise<void>> = {
  signList: requireSignable,
  entrustUploadFilesinfo: requireOpenForFiles('entrustUploadFilesinfo'),
  sampleUploadFilesinfo: requireOpenForFiles('sampleUploadFilesinfo'),
  reportTakeSign: mayBePickedUp,
};

/**
 * Creates a key for a page on a phone. No key is created for an action that would be rejected anyway (VA-018). Nothing
 * is stored.
 */
export class CreateQrKey extends Command<string> {
  constructor(
    readonly page: MobilePage,
    readonly ids: readonly string[],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateQrKey)
export class CreateQrKeyHandler implements ICommandHandler<CreateQrKey> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  async execute({ page, ids, caller }: CreateQrKey): Promise<string> {
    if (!canUsePage(page, caller)) throw Problem.forbidden();
    refuseIf(
      ids.length > MAX_CONSIGNMENTS_PER_KEY
        ? problem('TOO_MANY_FOR_A_KEY', { max: MAX_CONSIGNMENTS_PER_KEY }, 'ids')
        : null,
    );
    await CHECKS[page](this.engines, ids, caller);
    return this.keys.createKey(page, ids, caller);
  }
}

/** The purpose of a key. The phone gets no token and no user (QR-009). */
export class GetQrKeyInfo extends Query<ResultOf<typeof getQRCodeKeyInfo>> {
  constructor(readonly key: string) {
    super();
  }
}

@QueryHandler(GetQrKeyInfo)
export class GetQrKeyInfoHandler implements IQueryHandler<GetQrKeyInfo> {
  constructor(private readonly keys: QrKeys) {}

  async execute({ key }: GetQrKeyInfo) {
    const granted = await this.keys.readGrant(MobilePage.options, key);
    this.keys.refuseIf(granted, expiryProblem(granted));
    return { ids: granted.ids, data: granted.page, expiresAt: granted.expiresAt };
  }
}

/** Draws a QR code of any text as a PNG. */
export class DrawQrCode extends Query<Buffer> {
  constructor(
    readonly text: string,
    readonly width: number,
  ) {
    super();
  }
}

@QueryHandler(DrawQrCode)
export class DrawQrCodeHandler implements IQueryHandler<DrawQrCode> {
  execute({ text, width }: DrawQrCode): Promise<Buffer> {
    return toBuffer(text, { errorCorrectionLevel: 'L', width, margin: 2 });
  }
}

export const qrCodeHandlers = [CreateQrKeyHandler, GetQrKeyInfoHandler, DrawQrCodeHandler];
