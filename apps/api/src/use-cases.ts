import type { Type } from '@nestjs/common';
import { eventLogUseCases } from './operations/event-log/use-cases.js';
import { jobUseCases } from './operations/jobs/use-cases.js';
import { projectionUseCases } from './operations/projections/use-cases.js';
import { Authenticate } from './session/authenticate.js';
import { sessionUseCases } from './session/use-cases.js';
import { GetLoginPage } from './session/get-login-page.js';
import { GetUserInfo } from './session/get-user-info.js';
import { Logout } from './session/logout.js';
import { GetSystemUsers } from './users/get-system-users.js';
import { userUseCases } from './users/use-cases.js';

/** Every use case of the api: one controller a file, one method an operation of libs/contract. */
export const useCases: Type[] = [
  Authenticate,
  GetLoginPage,
  GetUserInfo,
  Logout,
  ...sessionUseCases,
  ...userUseCases,
  GetSystemUsers,
  ...projectionUseCases,
  ...eventLogUseCases,
  ...jobUseCases,
];
