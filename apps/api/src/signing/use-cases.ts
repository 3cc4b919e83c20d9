import type { Type } from '@nestjs/common';
import { GetSigning } from './get-signing.js';
import { SignByKey } from './sign-by-key.js';

export const signingUseCases: Type[] = [GetSigning, SignByKey];
