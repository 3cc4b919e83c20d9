import type { Type } from '@nestjs/common';
import { CreateQrCode } from './create-qr-code.js';
import { CreateQrCodeKey } from './create-qr-code-key.js';
import { FindPhoneApp } from './find-phone-app.js';
import { GetQrCodeKeyInfo } from './get-qr-code-key-info.js';

export const qrCodeUseCases: Type[] = [CreateQrCodeKey, CreateQrCode, GetQrCodeKeyInfo, FindPhoneApp];
