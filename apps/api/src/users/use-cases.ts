import type { Type } from '@nestjs/common';
import { CreateUser } from './create-user.js';
import { ErasePerson } from './erase-person.js';
import { GetUsers } from './get-users.js';
import { ManageUsers } from './keep-users.js';
import { PersonalDataOfUsers } from './personal-data.js';

export const userUseCases: Type[] = [GetUsers, CreateUser, ManageUsers, PersonalDataOfUsers, ErasePerson];
