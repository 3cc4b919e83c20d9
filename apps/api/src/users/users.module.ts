import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { erasureCommandHandlers } from './erasure.commands.js';
import { personalDataCommandHandlers } from './personal-data.commands.js';
import { PersonalDataController } from './personal-data.controller.js';
import { userCreationCommandHandlers } from './user-creation.commands.js';
import { userCommandHandlers } from './users.commands.js';
import { UsersController } from './users.controller.js';
import { userQueryHandlers } from './users.queries.js';

/** Accounts as unit managers and administrators manage them, and the personal data of an account. */
@Module({
  imports: [AccountsModule, AuthModule, SessionsModule],
  controllers: [UsersController, PersonalDataController],
  providers: [
    ...userQueryHandlers,
    ...userCommandHandlers,
    ...userCreationCommandHandlers,
    ...personalDataCommandHandlers,
    ...erasureCommandHandlers,
  ],
})
export class UsersModule {}
