import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { QrCodesController } from './qr-codes.controller.js';
import { qrCodeHandlers } from './qr-codes.handlers.js';
import { QrKeys } from './qr-keys.js';

/** Codes and keys for phones. */
@Module({
  imports: [AuthModule],
  controllers: [QrCodesController],
  providers: [QrKeys, ...qrCodeHandlers],
  exports: [QrKeys],
})
export class QrCodesModule {}
