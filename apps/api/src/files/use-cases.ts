import type { Type } from '@nestjs/common';
import { DeleteAccessory } from './delete-accessory.js';
import { DownloadFile } from './download-file.js';
import { DownloadAccessory } from './download-accessory.js';
import { GetAccessories } from './get-accessories.js';
import { GetAccessoryTypes } from './get-accessory-types.js';
import { GetLimsAttachments } from './get-lims-attachments.js';
import { UploadAccessory } from './upload-accessory.js';
import { RichTextImages } from './rich-text-images.js';
import { UploadFile } from './upload-file.js';
import { UploadImage } from './upload-image.js';

export const fileUseCases: Type[] = [
  UploadFile,
  UploadImage,
  RichTextImages,
  DownloadFile,
  UploadAccessory,
  GetAccessories,
  DeleteAccessory,
  DownloadAccessory,
  GetLimsAttachments,
  GetAccessoryTypes,
];
