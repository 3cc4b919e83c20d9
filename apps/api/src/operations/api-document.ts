import { Controller, Get } from '@nestjs/common';
import { openApiDocument, operations, permissions } from '#contract';
import { Open } from '../auth/access.guard.js';

const document = openApiDocument(operations, permissions);

@Controller()
export class ApiDocument {
  @Get('api/openapi.json')
  @Open()
  show(): object {
    return document;
  }
}
