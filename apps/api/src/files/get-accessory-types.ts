import { Controller, Inject } from '@nestjs/common';
import { getAccessoryTypes } from '#contract';
import type { Engines } from '#engines';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ENGINES } from '../provided.js';
import { accessoryKinds } from './accessory-kinds.js';

@Controller()
export class GetAccessoryTypes {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getAccessoryTypes)
  handle(@Input() asked: InputOf<typeof getAccessoryTypes>) {
    return accessoryKinds(this.engines, asked);
  }
}
