import type { Type } from '@nestjs/common';
import { GetPhoneUploads } from './get-phone-uploads.js';
import { UploadByKey } from './upload-by-key.js';

export const phoneUploadUseCases: Type[] = [GetPhoneUploads, UploadByKey];
