import { Controller, Get } from '@nestjs/common';
import { openApiDocument, operations, permissions } from '#contract';
import { Public } from '../auth/access.guard.js';

const document = openApiDocument(operations, permissions);

/** The OpenAPI description of all operations. */
@Controller()
export class ApiDocumentController {
  @Get('api/openapi.json')
  @Public()
  show(): object {
    return document;
  }
}
