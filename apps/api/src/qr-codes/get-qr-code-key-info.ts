import { Controller } from '@nestjs/common';
import { getQRCodeKeyInfo, MobilePage } from '#contract';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { expiry, QrKeys } from './qr-keys.js';

/** What a key is for. Whose it is stays here: no token and no user goes to the phone (QR-009). */
@Controller()
export class GetQrCodeKeyInfo {
  constructor(private readonly keys: QrKeys) {}

  @Handles(getQRCodeKeyInfo)
  async handle(@Input() { key }: InputOf<typeof getQRCodeKeyInfo>) {
    const granted = await this.keys.open(MobilePage.options, key);
    this.keys.refuseIf(granted, expiry(granted));
    return { ids: granted.ids, data: granted.page, expiresAt: granted.expiresAt };
  }
}
