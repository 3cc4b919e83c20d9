import { Controller } from '@nestjs/common';
import { toBuffer } from 'qrcode';
import { createQRCode } from '#contract';
import { fileResponse } from '../files/sent-as.js';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';

/** Draws what it is given; a key in the text is worth no more for being drawn. */
@Controller()
export class CreateQrCode {
  @HandlesOperation(createQRCode)
  async handle(@Input() { plainText, pixel }: InputOf<typeof createQRCode>) {
    const content = await toBuffer(plainText, { errorCorrectionLevel: 'L', width: pixel, margin: 2 });
    return fileResponse({ content, name: 'qr.png', mediaType: 'image/png' });
  }
}
