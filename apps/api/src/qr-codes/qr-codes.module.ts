import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { QrCodesController } from './qr-codes.controller.js';
import { QrKeys } from './qr-keys.js';

/** Codes and keys for phones. */
@Module({ imports: [AuthModule], controllers: [QrCodesController], providers: [QrKeys], exports: [QrKeys] })
export class QrCodesModule {}
