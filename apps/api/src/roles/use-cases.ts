import type { Type } from '@nestjs/common';
import { GetRoles } from './get-roles.js';
import { KeepRoles } from './keep-roles.js';
import { SetUserRoles } from './set-user-roles.js';

export const roleUseCases: Type[] = [KeepRoles, GetRoles, SetUserRoles];
