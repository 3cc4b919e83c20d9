import { Controller, Inject } from '@nestjs/common';
import { getQualificationList } from '#contract';
import { load, reference } from '#domain';
import type { Engines } from '#engines';
import { Handles } from '../http/handles.js';
import { ENGINES } from '../provided.js';

@Controller()
export class GetQualificationList {
  constructor(@Inject(ENGINES) private readonly engines: Engines) {}

  @Handles(getQualificationList)
  async handle() {
    const { state } = await load(this.engines.eventStore, reference, 'qualifications');
    const listed = state?.type === 'QualificationsListed' ? state.data.qualifications : [];
    return listed
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, name, orderIndex }) => ({ id, name, orderIndex }))
      .toSorted((left, right) => left.orderIndex - right.orderIndex);
  }
}
