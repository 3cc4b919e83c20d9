import { Controller } from '@nestjs/common';
import { logout } from '#contract';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { CurrentUser } from '../http/api-request.js';
import { HandlesOperation } from '../http/operation-handlers.js';

@Controller()
export class Logout {
  constructor(private readonly sessions: Sessions) {}

  @HandlesOperation(logout)
  async handle(@CurrentUser() caller: Caller): Promise<true> {
    await this.sessions.end(caller.jti);
    return true;
  }
}
