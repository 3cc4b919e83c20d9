import { Module } from '@nestjs/common';
import { AccessKeys } from './access-keys.js';
import { Passwords } from './passwords.js';
import { Sessions } from './sessions.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { UnitManagerAccess } from './unit-managers.js';
import { Users } from './users.js';

const providers = [AccessKeys, Passwords, Sessions, SignInAttempts, UnitManagerAccess, Users];

/** Authentication and access: users, passwords, sessions, access keys and unit managers. It has no operations. */
@Module({ providers, exports: providers })
export class AuthModule {}
