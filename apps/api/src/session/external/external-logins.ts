import { Controller, Inject, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  externalAuthenticate,
  getExternalAuthenticationProviders,
  startExternalLogin,
  weixinRedirect,
  type AuthResult,
} from '#contract';
import { problem, RuleBroken } from '#domain/rules';
import { testingUnitAtOrigin } from '#domain/units';
import { SYSTEM_ACTOR } from '#domain/users';
import type { Engines } from '#engines';
import { cookieForDevice } from '../../auth/known-devices.js';
import { SignInAttempts } from '../../auth/sign-in-attempts.js';
import { SignInCompletion } from '../../auth/sign-in-completion.js';
import type { ApiReply, ApiRequest } from '../../http/api-request.js';
import { commandContextOf } from '../../http/command-context.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { Problem } from '../../http/problem.js';
import { ENGINES, OPTIONS, type ApiOptions } from '../../provided.js';
import { allTestingUnits } from '../../units/unit-rows.js';
import { ExternalIdentities } from './external-identities.js';
import { issueState } from './external-state.js';

/** The one page of the console that a third party may send a browser back to (002 AU-021). */
const RETURN = '/auth-redirect';

/** Signing in by a third party (002 TP-001 to TP-003, TP-008). */
@Controller()
export class ExternalLogins {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly identities: ExternalIdentities,
    private readonly attempts: SignInAttempts,
    private readonly welcome: SignInCompletion,
    @Inject(OPTIONS) private readonly options: ApiOptions,
  ) {}

  @HandlesOperation(getExternalAuthenticationProviders)
  providers() {
    return this.identities.providers.map(({ name, clientId }) => ({ name, clientId }));
  }

  @HandlesOperation(startExternalLogin)
  @RouteConfig({ rateLimit: {} })
  async start(
    @Input() { provider: name, redirectUri }: InputOf<typeof startExternalLogin>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const provider = this.identities.provider(name);
    const { pathname } = new URL(redirectUri);
    if (pathname !== RETURN || !(await this.isOurs(redirectUri, request)))
      throw new RuleBroken(problem('RETURN_ADDRESS_INVALID', { path: RETURN }, 'redirectUri'));
    const { state, cookie } = await issueState(this.engines.vault, {
      provider: provider.name,
      at: request.receivedAt,
      secure: request.protocol === 'https',
    });
    void reply.header('set-cookie', cookie);
    return { address: provider.addressFor(state, redirectUri), state };
  }

  /** A browser names the origin of its page, and that must be where it came to; without one only hosts that were set up are believed. */
  private async isOurs(redirectUri: string, { headers, host: cameTo }: ApiRequest): Promise<boolean> {
    const { origin, host, protocol } = new URL(redirectUri);
    if (!/^https?:$/.test(protocol) || (headers.origin ?? origin) !== origin) return false;
    if (headers.origin !== undefined && host === cameTo) return true;
    return (
      host === this.options.otherLoginHost?.toLowerCase() ||
      testingUnitAtOrigin(await allTestingUnits(this.engines.views), origin) !== null
    );
  }

  @HandlesOperation(weixinRedirect)
  @RouteConfig({ rateLimit: {} })
  async redirected(
    @Input() callback: InputOf<typeof weixinRedirect>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ): Promise<AuthResult> {
    const { thirdType, identity } = await this.identities.ofCallback(callback, request);
    return this.signIn(thirdType, identity.openid, request, reply);
  }

  /** For a client of its own that brings a code: it holds for the one identity that it names. */
  @HandlesOperation(externalAuthenticate)
  @RouteConfig({ rateLimit: {} })
  async authenticate(
    @Input() { authProvider, providerKey, providerAccessCode }: InputOf<typeof externalAuthenticate>,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ): Promise<AuthResult> {
    const provider = this.identities.provider(authProvider);
    const { openid } = await this.identities.identify(provider, providerAccessCode);
    if (openid !== providerKey) throw new RuleBroken(problem('THIRD_PARTY_CODE', {}, 'providerKey'));
    return this.signIn(provider.name, openid, request, reply);
  }

  /** Who is confirmed by a third party is known at this device and network from now on, whatever guessing has done to the account. */
  private async signIn(thirdType: string, openid: string, request: ApiRequest, reply: ApiReply): Promise<AuthResult> {
    const user = await this.identities.holder(thirdType, openid);
    if (!user) throw new RuleBroken(problem('THIRD_PARTY_UNBOUND'));
    if (!user.active) throw Problem.badCredentials();
    const context = commandContextOf(request, SYSTEM_ACTOR);
    await this.attempts.trustNetwork(user.id, request.ip, context);
    void reply.header(
      'set-cookie',
      await cookieForDevice(this.engines.vault, {
        cookies: request.headers.cookie,
        userId: user.id,
        at: request.receivedAt,
        secure: request.protocol === 'https',
      }),
    );
    return this.welcome.complete(user, {}, context);
  }
}
