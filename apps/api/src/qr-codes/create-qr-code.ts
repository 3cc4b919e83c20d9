import { Controller } from '@nestjs/common';
import { toBuffer } from 'qrcode';
import { createQRCode } from '#contract';
import { sentAs } from '../files/sent-as.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';

/** Draws what it is given; a key in the text is worth no more for being drawn. */
@Controller()
export class CreateQrCode {
  @Handles(createQRCode)
  async handle(@Input() { plainText, pixel }: InputOf<typeof createQRCode>) {
    const content = await toBuffer(plainText, { errorCorrectionLevel: 'L', width: pixel, margin: 2 });
    return sentAs({ content, name: 'qr.png', mediaType: 'image/png' });
  }
}
