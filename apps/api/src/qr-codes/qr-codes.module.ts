import { Module } from '@nestjs/common';
import { QrCodesController } from './qr-codes.controller.js';
import { QrKeys } from './qr-keys.js';

/** Codes and keys for phones. */
@Module({ controllers: [QrCodesController], providers: [QrKeys], exports: [QrKeys] })
export class QrCodesModule {}
