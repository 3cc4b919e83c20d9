import type { Type } from '@nestjs/common';

export const consignmentUseCases: Type[] = [];
