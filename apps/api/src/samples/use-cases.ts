import type { Type } from '@nestjs/common';

export const sampleUseCases: Type[] = [];
