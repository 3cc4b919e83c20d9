import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { QrCodesModule } from '../qr-codes/qr-codes.module.js';
import { PhoneUploadsController, UploadKeyGuard } from './phone-uploads.controller.js';
import { phoneUploadHandlers } from './phone-uploads.handlers.js';

/** Uploads of files from phones, by a key. */
@Module({
  imports: [FilesModule, QrCodesModule],
  controllers: [PhoneUploadsController],
  providers: [UploadKeyGuard, ...phoneUploadHandlers],
})
export class PhoneUploadsModule {}
