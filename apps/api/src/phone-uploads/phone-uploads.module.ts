import { Module } from '@nestjs/common';
import { QrCodesModule } from '../qr-codes/qr-codes.module.js';
import { PhoneUploadsController, UploadKeyGuard } from './phone-uploads.controller.js';
import { phoneUploadHandlers } from './phone-uploads.handlers.js';

/** Files that phones add by a key. */
@Module({
  imports: [QrCodesModule],
  controllers: [PhoneUploadsController],
  providers: [UploadKeyGuard, ...phoneUploadHandlers],
})
export class PhoneUploadsModule {}
