import { Controller, Inject } from '@nestjs/common';
import { toBuffer } from 'qrcode';
import {
  apk,
  createQRCode,
  createQRCodeKey,
  getQRCodeKeyInfo,
  KEY_CONSIGNMENTS,
  MOBILE_PATH,
  MobilePage,
} from '#contract';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { requireSignable } from '../consignments/signing.commands.js';
import { fileResponse } from '../files/sent-as.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { Problem } from '../http/problem.js';
import { requireOpenForFiles } from '../phone-uploads/upload-target.js';
import { ENGINES } from '../provided.js';
import { mayBePickedUp } from '../reports/pick-up.handlers.js';
import { expiryProblem, canUsePage, QrKeys } from './qr-keys.js';

/** What a key of each page is for must be there, be its maker's, and be ready for it. @throws RuleBroken */
const CHECKS: Record<MobilePage, (engines: Engines, ids: readonly string[], caller: Caller) => Promise<void>> = {
  signList: requireSignable,
  entrustUploadFilesinfo: requireOpenForFiles('entrustUploadFilesinfo'),
  sampleUploadFilesinfo: requireOpenForFiles('sampleUploadFilesinfo'),
  reportTakeSign: mayBePickedUp,
};

/** Codes that phones scan and the keys in them. Nothing of them is stored, so no command and no query is behind these calls. */
@Controller()
export class QrCodesController {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly keys: QrKeys,
  ) {}

  /** No key is made for what could not be done anyway (VA-018: "no QR code is created"). */
  @HandlesOperation(createQRCodeKey)
  async createKey(@Input() { ids, data: page }: InputOf<typeof createQRCodeKey>, @CurrentUser() caller: Caller) {
    if (!canUsePage(page, caller)) throw Problem.forbidden();
    refuseIf(ids.length > KEY_CONSIGNMENTS ? problem('TOO_MANY_FOR_A_KEY', { max: KEY_CONSIGNMENTS }, 'ids') : null);
    await CHECKS[page](this.engines, ids, caller);
    return this.keys.make(page, ids, caller);
  }

  /** Draws any text: a drawn key is worth no more than the key. */
  @HandlesOperation(createQRCode)
  async draw(@Input() { plainText, pixel }: InputOf<typeof createQRCode>) {
    const content = await toBuffer(plainText, { errorCorrectionLevel: 'L', width: pixel, margin: 2 });
    return fileResponse({ content, name: 'qr.png', mediaType: 'image/png' });
  }

  /** What a key is for. No token and no user goes to the phone (QR-009). */
  @HandlesOperation(getQRCodeKeyInfo)
  async describeKey(@Input() { key }: InputOf<typeof getQRCodeKeyInfo>) {
    const granted = await this.keys.open(MobilePage.options, key);
    this.keys.refuseIf(granted, expiryProblem(granted));
    return { ids: granted.ids, data: granted.page, expiresAt: granted.expiresAt };
  }

  /** The address of the pages for phones at the origin that is asked for. It is only returned, there is no redirect. */
  @HandlesOperation(apk)
  phoneApp(@Input() { webUrl }: InputOf<typeof apk>) {
    const { protocol, origin } = URL.canParse(webUrl) ? new URL(webUrl) : { protocol: '', origin: '' };
    if (protocol !== 'https:' && protocol !== 'http:') throw new RuleBroken(problem('PHONE_APP_ADDRESS', {}, 'webUrl'));
    return `${origin}${MOBILE_PATH}`;
  }
}
