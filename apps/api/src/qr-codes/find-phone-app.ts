import { Controller } from '@nestjs/common';
import { apk, MOBILE_PATH } from '#contract';
import { problem, RuleBroken } from '#domain';
import { HandlesOperation, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';

/** The app of a phone is pages of the web: their address at the origin that is asked for. It is only told, nobody is sent there. */
@Controller()
export class FindPhoneApp {
  @HandlesOperation(apk)
  handle(@Input() { webUrl }: InputOf<typeof apk>) {
    const { protocol, origin } = URL.canParse(webUrl) ? new URL(webUrl) : { protocol: '', origin: '' };
    if (protocol !== 'https:' && protocol !== 'http:') throw new RuleBroken(problem('PHONE_APP_ADDRESS', {}, 'webUrl'));
    return `${origin}${MOBILE_PATH}`;
  }
}
