import type { Type } from '@nestjs/common';
import { consignmentUseCases } from './consignments/use-cases.js';
import { printUseCases } from './print/use-cases.js';
import { sampleUseCases } from './samples/use-cases.js';
import { Authenticate } from './session/authenticate.js';
import { GetUserInfo } from './session/get-user-info.js';
import { Logout } from './session/logout.js';

/** Every use case of the api: one controller a file, one method an operation of libs/contract. */
export const useCases: Type[] = [
  Authenticate,
  GetUserInfo,
  Logout,
  ...consignmentUseCases,
  ...sampleUseCases,
  ...printUseCases,
];
