import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { OwnAccountController } from './own-account.controller.js';
import { ownAccountHandlers } from './own-account.handlers.js';
import { passwordCommandHandlers } from './passwords.commands.js';
import { PasswordsController } from './passwords.controller.js';
import { registrationCommandHandlers } from './registration.commands.js';
import { RegistrationController } from './registration.controller.js';
import { NetworkCodeLimits, VerificationCodes } from './verification-codes.js';

/** Registration, verification codes, passwords, and the caller's own account. */
@Module({
  imports: [AuthModule],
  controllers: [RegistrationController, PasswordsController, OwnAccountController],
  providers: [
    NetworkCodeLimits,
    VerificationCodes,
    ...registrationCommandHandlers,
    ...passwordCommandHandlers,
    ...ownAccountHandlers,
  ],
  exports: [VerificationCodes],
})
export class AccountsModule {}
