import { Controller, Get } from '@nestjs/common';
import { openApiDocument, operations, permissions } from '#contract';
import { Public } from '../auth/access.guard.js';

const document = openApiDocument(operations, permissions);

@Controller()
export class ApiDocument {
  @Get('api/openapi.json')
  @Public()
  show(): object {
    return document;
  }
}
