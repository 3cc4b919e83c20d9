import type { Type } from '@nestjs/common';

export const printUseCases: Type[] = [];
