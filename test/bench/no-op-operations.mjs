// No-op operations with the input of another one. The api parses and authenticates their requests like all others, so
// they show the cost of a request without its decision.
import { Controller, Module } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { commitConsignInfo, operations, permissions, saveConsignInfo } from '../../dist/libs/contract/src/index.js';
import { CurrentUser, RequestLanguage } from '../../dist/apps/api/src/http/api-request.js';
import { CurrentCommand } from '../../dist/apps/api/src/http/command-context.js';
import { HandlesOperation } from '../../dist/apps/api/src/http/operation-handlers.js';
import { Input } from '../../dist/apps/api/src/http/input.js';
import { ApiModule } from '../../dist/apps/api/src/api.module.js';

/** Adds the operations to the contract and to the api of this process, under /bench. */
export const addNoOpOperations = () => {
  const controllers = [];
  for (const operation of [saveConsignInfo, commitConsignInfo]) {
    const noOp = { ...operation, name: `NoOp${operation.name}`, path: `/bench/${operation.name}` };
    operations.push(noOp);
    permissions[noOp.name] = permissions[operation.name];
    controllers.push(controllerOf(noOp));
  }
  class NoOpModule {}
  Module({ controllers })(NoOpModule);
  Reflect.getMetadata(MODULE_METADATA.IMPORTS, ApiModule).push(NoOpModule);
};

/** A controller with the usual parameters and the shortest possible result. */
const controllerOf = (operation) => {
  class NoOpController {
    handle() {
      return true;
    }
  }
  for (const [index, decorate] of [Input(), CurrentUser(), CurrentCommand(), RequestLanguage()].entries())
    decorate(NoOpController.prototype, 'handle', index);
  HandlesOperation(operation)(
    NoOpController.prototype,
    'handle',
    Object.getOwnPropertyDescriptor(NoOpController.prototype, 'handle'),
  );
  Controller()(NoOpController);
  return NoOpController;
};
