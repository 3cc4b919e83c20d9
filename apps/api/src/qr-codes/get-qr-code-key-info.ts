import { Controller } from '@nestjs/common';
import { getQRCodeKeyInfo, MobilePage } from '#contract';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { expiryProblem, QrKeys } from './qr-keys.js';

/** What a key is for. Whose it is stays here: no token and no user goes to the phone (QR-009). */
@Controller()
export class GetQrCodeKeyInfo {
  constructor(private readonly keys: QrKeys) {}

  @HandlesOperation(getQRCodeKeyInfo)
  async handle(@Input() { key }: InputOf<typeof getQRCodeKeyInfo>) {
    const granted = await this.keys.open(MobilePage.options, key);
    this.keys.refuseIf(granted, expiryProblem(granted));
    return { ids: granted.ids, data: granted.page, expiresAt: granted.expiresAt };
  }
}
