import { Controller } from '@nestjs/common';
import { listProjections } from '#contract';
import { HandlesOperation } from '../../http/operation-handlers.js';
import { ViewStatusReader } from './views-as-they-stand.js';

@Controller()
export class ListProjections {
  constructor(private readonly views: ViewStatusReader) {}

  @HandlesOperation(listProjections)
  handle() {
    return this.views.all();
  }
}
