import type { Type } from '@nestjs/common';
import { ChangeRole } from './change-role.js';
import { EmbeddedSessions } from './embedding/embedded-sessions.js';
import { ExternalLogins } from './external/external-logins.js';
import { ThirdBindings } from './external/third-bindings.js';
import { GetCurrentLoginInformations } from './get-current-login-informations.js';
import { GetTokenByUnitCode } from './get-token-by-unit-code.js';
import { LabSystems } from './lab-system.js';

/** Other ways into a session, and what is told of it (002 AU, TP). */
export const sessionUseCases: Type[] = [
  ChangeRole,
  GetTokenByUnitCode,
  GetCurrentLoginInformations,
  LabSystems,
  EmbeddedSessions,
  ExternalLogins,
  ThirdBindings,
];
