import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CurrentUserController } from './current-user.controller.js';
import { currentUserQueryHandlers } from './current-user.queries.js';
import { EmbeddingCodeLimit, embeddingCommandHandlers, EmbeddingCodes } from './embedding.commands.js';
import { EmbeddingController } from './embedding.controller.js';
import { externalBindingHandlers } from './external-bindings.handlers.js';
import { ExternalIdentities } from './external-identities.js';
import { ExternalLoginsController } from './external-logins.controller.js';
import { externalLoginHandlers, ExternalSignIn } from './external-logins.handlers.js';
import { LabSystemAuthentication } from './lab-system-authentication.js';
import { LabSystemController } from './lab-system.controller.js';
import { labSystemHandlers } from './lab-system.handlers.js';
import { SignInCompletion } from './sign-in-completion.js';
import { signInCommandHandlers } from './sign-in.commands.js';
import { SignInController } from './sign-in.controller.js';

/**
 * Sign-in by password, by a third party, by a laboratory's system and in an embedded page, and data of the signed-in
 * user.
 */
@Module({
  imports: [AuthModule],
  controllers: [
    SignInController,
    CurrentUserController,
    ExternalLoginsController,
    LabSystemController,
    EmbeddingController,
  ],
  providers: [
    EmbeddingCodeLimit,
    EmbeddingCodes,
    ExternalIdentities,
    ExternalSignIn,
    LabSystemAuthentication,
    SignInCompletion,
    ...signInCommandHandlers,
    ...currentUserQueryHandlers,
    ...externalLoginHandlers,
    ...externalBindingHandlers,
    ...labSystemHandlers,
    ...embeddingCommandHandlers,
  ],
  exports: [ExternalIdentities, LabSystemAuthentication],
})
export class SessionsModule {}
