import type { Type } from '@nestjs/common';
import { CreateQrCode } from './create-qr-code.js';
import { CreateQrCodeKey } from './create-qr-code-key.js';
import { GetSigning } from './get-signing.js';
import { SignByKey } from './sign-by-key.js';

export const signingUseCases: Type[] = [CreateQrCodeKey, CreateQrCode, GetSigning, SignByKey];
