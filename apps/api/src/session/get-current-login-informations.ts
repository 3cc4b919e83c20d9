import { Controller, Inject, Req } from '@nestjs/common';
import { getCurrentLoginInformations } from '#contract';
import { bearerTokenOf } from '../auth/access.guard.js';
import { Sessions } from '../auth/sessions.js';
import { Users } from '../auth/users.js';
import type { ApiRequest } from '../http/api-request.js';
import { HandlesOperation } from '../http/operation-handlers.js';
import { OPTIONS, type ApiOptions } from '../provided.js';
import { DEFAULT_TENANT } from '../tenants/default-tenant.js';
import { RELEASE } from './release.js';

@Controller()
export class GetCurrentLoginInformations {
  constructor(
    private readonly sessions: Sessions,
    @Inject(Users) private readonly users: Users,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  /** Open to everybody; whoever is not signed in is told of the application alone (002 AU-014). */
  @HandlesOperation(getCurrentLoginInformations)
  async handle(@Req() request: ApiRequest) {
    const application = {
      ...RELEASE,
      features: { registration: true, thirdPartyLogin: (this.options.providers ?? []).length > 0 },
    };
    const caller = await this.sessions.callerOf(bearerTokenOf(request), request.receivedAt);
    const user = caller && (await this.users.byId(caller.userId));
    if (!caller || !user) return { application, user: null, tenant: null };
    const { name, email } = user.profile;
    return {
      application,
      user: { id: caller.userId, name, surname: '', userName: caller.userName, emailAddress: email },
      tenant: DEFAULT_TENANT,
    };
  }
}
