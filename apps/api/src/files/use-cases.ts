import type { Type } from '@nestjs/common';
import { DeleteAccessory } from './delete-accessory.js';
import { DownloadAccessory } from './download-accessory.js';
import { GetAccessories } from './get-accessories.js';
import { GetAccessoryTypes } from './get-accessory-types.js';
import { GetLimsAttachments } from './get-lims-attachments.js';
import { UploadAccessory } from './upload-accessory.js';
import { UploadFile } from './upload-file.js';

export const fileUseCases: Type[] = [UploadFile, UploadAccessory, GetAccessories, DeleteAccessory, DownloadAccessory, GetLimsAttachments, GetAccessoryTypes];
