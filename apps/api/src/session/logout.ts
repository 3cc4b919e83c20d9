import { Controller } from '@nestjs/common';
import { logout } from '#contract';
import type { Caller } from '../auth/caller.js';
import { Sessions } from '../auth/sessions.js';
import { By } from '../http/api-request.js';
import { Handles } from '../http/handles.js';

@Controller()
export class Logout {
  constructor(private readonly sessions: Sessions) {}

  @Handles(logout)
  async handle(@By() caller: Caller): Promise<true> {
    await this.sessions.end(caller.jti);
    return true;
  }
}
