import { Inject, Injectable } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type {
  externalAuthenticate,
  getExternalAuthenticationProviders,
  ResultOf,
  startExternalLogin,
  weixinRedirect,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { testingUnitAtOrigin } from '#domain/units';
import type { Engines } from '#engines';
import { SignInAttempts } from '../auth/sign-in-attempts.js';
import type { InputOf } from '../http/operation-handlers.js';
import { Problem } from '../http/problem.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../injection-tokens.js';
import { allTestingUnits } from '../units/unit-rows.js';
import { ExternalIdentities, issueLoginState } from './external-identities.js';
import { deviceCookieFor, SignInCompletion, type Browser, type SignedIn } from './sign-in-completion.js';

/** The only page of the console that a third party may send a browser back to (002 AU-021). */
const RETURN_PATH = '/auth-redirect';

export class ListIdentityProviders extends Query<ResultOf<typeof getExternalAuthenticationProviders>> {}

@QueryHandler(ListIdentityProviders)
export class ListIdentityProvidersHandler implements IQueryHandler<ListIdentityProviders> {
  constructor(private readonly identities: ExternalIdentities) {}

  async execute() {
    return this.identities.providers.map(({ name, clientId }) => ({ name, clientId }));
  }
}

/** The requesting page: its Origin header, and the host of the request. */
type RequestingPage = { origin: string | undefined; host: string };

/** The address at a third party for the browser, with the state and the cookie that must come back together. */
export class StartExternalLogin extends Command<ResultOf<typeof startExternalLogin> & { cookie: string }> {
  constructor(
    readonly input: InputOf<typeof startExternalLogin>,
    readonly page: RequestingPage,
    readonly browser: Browser,
  ) {
    super();
  }
}

@CommandHandler(StartExternalLogin)
export class StartExternalLoginHandler implements ICommandHandler<StartExternalLogin> {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly identities: ExternalIdentities,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  async execute({ input: { provider: name, redirectUri }, page, browser: { at, secure } }: StartExternalLogin) {
    const provider = this.identities.provider(name);
    const { pathname } = new URL(redirectUri);
    if (pathname !== RETURN_PATH || !(await this.isOwnAddress(redirectUri, page)))
      throw new RuleBroken(problem('RETURN_ADDRESS_INVALID', { path: RETURN_PATH }, 'redirectUri'));
    const { state, cookie } = await issueLoginState(this.engines.vault, { provider: provider.name, at, secure });
    return { address: provider.addressFor(state, redirectUri), state, cookie };
  }

  /**
   * If the request has an Origin header, the address must be of that origin. Its host must be configured for sign-in or
   * for a testing unit, or be the requested host, which is trusted only with an Origin header.
   */
  private async isOwnAddress(redirectUri: string, page: RequestingPage): Promise<boolean> {
    const { origin, host, protocol } = new URL(redirectUri);
    if (!/^https?:$/.test(protocol) || (page.origin ?? origin) !== origin) return false;
    if (page.origin !== undefined && host === page.host) return true;
    return (
      host === this.options.otherLoginHost?.toLowerCase() ||
      testingUnitAtOrigin(await allTestingUnits(this.engines.views), origin) !== null
    );
  }
}

/** Signs in the user who has bound an identity. */
@Injectable()
export class ExternalSignIn {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly identities: ExternalIdentities,
    private readonly attempts: SignInAttempts,
    private readonly completion: SignInCompletion,
  ) {}

  /** Afterwards the account is known on this device and network, regardless of failed guesses from elsewhere. */
  async signIn(thirdType: string, openid: string, browser: Browser, context: CommandContext): Promise<SignedIn> {
    const user = await this.identities.findUser(thirdType, openid);
    if (!user) throw new RuleBroken(problem('THIRD_PARTY_UNBOUND'));
    if (!user.active) throw Problem.badCredentials();
    await this.attempts.trustNetwork(user.id, browser.address, context);
    const deviceCookie = await deviceCookieFor(this.engines.vault, user.id, browser);
    return { result: await this.completion.complete(user, {}, context), deviceCookie };
  }
}

/** Signs in with the callback of a third party. */
export class SignInByCallback extends Command<SignedIn> {
  constructor(
    readonly callback: InputOf<typeof weixinRedirect>,
    readonly browser: Browser,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignInByCallback)
export class SignInByCallbackHandler implements ICommandHandler<SignInByCallback> {
  constructor(
    private readonly identities: ExternalIdentities,
    private readonly external: ExternalSignIn,
  ) {}

  async execute({ callback, browser, context }: SignInByCallback): Promise<SignedIn> {
    const { thirdType, identity } = await this.identities.fromCallback(callback, browser);
    return this.external.signIn(thirdType, identity.openid, browser, context);
  }
}

/** Signs in with a code of a third party. The code must belong to the named identity. */
export class SignInByProviderCode extends Command<SignedIn> {
  constructor(
    readonly input: InputOf<typeof externalAuthenticate>,
    readonly browser: Browser,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SignInByProviderCode)
export class SignInByProviderCodeHandler implements ICommandHandler<SignInByProviderCode> {
  constructor(
    private readonly identities: ExternalIdentities,
    private readonly external: ExternalSignIn,
  ) {}

  async execute({
    input: { authProvider, providerKey, providerAccessCode },
    browser,
    context,
  }: SignInByProviderCode): Promise<SignedIn> {
    const provider = this.identities.provider(authProvider);
    const { openid } = await this.identities.identify(provider, providerAccessCode);
    if (openid !== providerKey) throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'providerKey'));
    return this.external.signIn(provider.name, openid, browser, context);
  }
}

export const externalLoginHandlers = [
  ListIdentityProvidersHandler,
  StartExternalLoginHandler,
  SignInByCallbackHandler,
  SignInByProviderCodeHandler,
];
