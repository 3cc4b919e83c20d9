import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { apk, createQRCode, createQRCodeKey, getQRCodeKeyInfo, MOBILE_PATH } from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import type { Caller } from '../auth/caller.js';
import { fileResponse } from '../files/file-response.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CreateQrKey, DrawQrCode, GetQrKeyInfo } from './qr-codes.handlers.js';

/** QR codes for phones, and the keys in them. */
@Controller()
export class QrCodesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(createQRCodeKey)
  createKey(@Input() { ids, data: page }: InputOf<typeof createQRCodeKey>, @CurrentUser() caller: Caller) {
    return this.commands.execute(new CreateQrKey(page, ids, caller));
  }

  @HandlesOperation(createQRCode)
  async draw(@Input() { plainText, pixel }: InputOf<typeof createQRCode>) {
    const content = await this.queries.execute(new DrawQrCode(plainText, pixel));
    return fileResponse({ content, name: 'qr.png', mediaType: 'image/png' });
  }

  @HandlesOperation(getQRCodeKeyInfo)
  describeKey(@Input() { key }: InputOf<typeof getQRCodeKeyInfo>) {
    return this.queries.execute(new GetQrKeyInfo(key));
  }

  /** The address of the phone pages at the requested origin. It is only returned; there is no redirect. */
  @HandlesOperation(apk)
  phoneApp(@Input() { webUrl }: InputOf<typeof apk>) {
    const { protocol, origin } = URL.canParse(webUrl) ? new URL(webUrl) : { protocol: '', origin: '' };
    if (protocol !== 'https:' && protocol !== 'http:') throw new RuleBroken(problem('PHONE_APP_ADDRESS', {}, 'webUrl'));
    return `${origin}${MOBILE_PATH}`;
  }
}
