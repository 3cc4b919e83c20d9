import { Controller, Inject } from '@nestjs/common';
import { createQRCodeKey, KEY_CONSIGNMENTS, type MobilePage } from '#contract';
import { problem, refuseIf } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { requireOpenForFiles } from '../phone-uploads/upload-target.js';
import { ENGINES } from '../provided.js';
import { mayBePickedUp } from '../reports/pick-up.handlers.js';
import { requireSignable } from '../consignments/signing.commands.js';
import { canUsePage, QrKeys } from './qr-keys.js';

/** What a key of each page is for must be there, be its maker's, and be ready for it. @throws RuleBroken */
const CHECKS: Record<MobilePage, (engines: Engines, ids: readonly string[], caller: Caller) => Promise<void>> = {
  signList: requireSignable,
  entrustUploadFilesinfo: requireOpenForFiles('entrustUploadFilesinfo'),
  sampleUploadFilesinfo: requireOpenForFiles('sampleUploadFilesinfo'),
  reportTakeSign: mayBePickedUp,
};

/** No key is made for what could not be done anyway (VA-018: "no QR code is created"). */
@Controller()
export class CreateQrCodeKey {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  @HandlesOperation(createQRCodeKey)
  async handle(@Input() { ids, data: page }: InputOf<typeof createQRCodeKey>, @CurrentUser() caller: Caller) {
    if (!canUsePage(page, caller)) throw Problem.forbidden();
    refuseIf(ids.length > KEY_CONSIGNMENTS ? problem('TOO_MANY_FOR_A_KEY', { max: KEY_CONSIGNMENTS }, 'ids') : null);
    await CHECKS[page](this.engines, ids, caller);
    return this.keys.make(page, ids, caller);
  }
}
