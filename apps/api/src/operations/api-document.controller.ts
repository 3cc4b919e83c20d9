import { Controller, Get } from '@nestjs/common';
import { openApiDocument, operations, permissions } from '#contract';
import { Public } from '../auth/access.guard.js';

/** The OpenAPI description of all operations. */
@Controller()
export class ApiDocumentController {
  private document: object | undefined;

  @Get('api/openapi.json')
  @Public()
  show(): object {
    return (this.document ??= openApiDocument(operations, permissions));
  }
}
