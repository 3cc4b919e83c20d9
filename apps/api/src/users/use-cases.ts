import type { Type } from '@nestjs/common';
import { CreateUser } from './create-user.js';
import { GetUsers } from './get-users.js';
import { KeepUsers } from './keep-users.js';

export const userUseCases: Type[] = [GetUsers, CreateUser, KeepUsers];
