import type { Type } from '@nestjs/common';
import { GetNotices } from './get-notices.js';
import { KeepNotices } from './keep-notices.js';

export const noticeUseCases: Type[] = [KeepNotices, GetNotices];
