import { Controller } from '@nestjs/common';
import { listProjections } from '#contract';
import { Handles } from '../../http/handles.js';
import { ViewsAsTheyStand } from './views-as-they-stand.js';

@Controller()
export class ListProjections {
  constructor(private readonly views: ViewsAsTheyStand) {}

  @Handles(listProjections)
  handle() {
    return this.views.all();
  }
}
