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

/** Management of accounts by unit managers and administrators, and personal data of accounts. */
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
