import { Controller, Inject } from '@nestjs/common';
import { getLoginPage } from '#contract';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { OPTIONS, type ApiOptions } from '../provided.js';

@Controller()
export class GetLoginPage {
  constructor(@Inject(OPTIONS) private readonly options: ApiOptions) {}

  @HandlesOperation(getLoginPage)
  handle(@Input() { host }: InputOf<typeof getLoginPage>) {
    const { otherLoginHost } = this.options;
    const isOther = Boolean(otherLoginHost) && host.toLowerCase() === otherLoginHost?.toLowerCase();
    return { page: isOther ? ('plain' as const) : ('standard' as const) };
  }
}
