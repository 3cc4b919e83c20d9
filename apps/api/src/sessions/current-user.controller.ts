import { Controller, Req } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { getCurrentLoginInformations, getLoginPage, getUserInfo } from '#contract';
import { bearerTokenOf } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { GetCurrentLogin, GetLoginPage, GetUserInfo } from './current-user.queries.js';

/** The first requests of the console: the signed-in user, or the login page to show. */
@Controller()
export class CurrentUserController {
  constructor(private readonly queries: QueryBus) {}

  @HandlesOperation(getUserInfo)
  userInfo(
    @Input() { webUrl = '' }: InputOf<typeof getUserInfo>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
  ) {
    return this.queries.execute(new GetUserInfo(webUrl, caller, bearerTokenOf(request) ?? ''));
  }

  /** Public: without a session, the response only describes the application (002 AU-014). */
  @HandlesOperation(getCurrentLoginInformations)
  currentLogin(@Req() request: ApiRequest) {
    return this.queries.execute(new GetCurrentLogin(bearerTokenOf(request), request.receivedAt));
  }

  @HandlesOperation(getLoginPage)
  loginPage(@Input() { host }: InputOf<typeof getLoginPage>) {
    return this.queries.execute(new GetLoginPage(host));
  }
}
