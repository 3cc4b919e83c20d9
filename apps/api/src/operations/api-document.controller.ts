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
    return this.prepare();
  }

  /** Builds the document, which takes a quarter of a second. The service calls it before it listens. */
  prepare(): object {
    return (this.document ??= openApiDocument(operations, permissions));
  }
}
