import type { Type } from '@nestjs/common';
import { OwnAccount } from './own-account.js';
import { UserPasswordsController } from './passwords-of-users.js';
import { Register } from './register.js';
import { VerificationCodes } from './verification-codes.js';

/** What somebody does for an own account, most of it before signing in. */
export const accountUseCases: Type[] = [Register, VerificationCodes, UserPasswordsController, OwnAccount];
