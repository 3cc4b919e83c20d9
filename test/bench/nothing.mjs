// Operations that are sent what another one is sent, parse and authenticate it like every operation of the api, and do
// nothing: what a request costs before anything is decided.
import { Controller, Module } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import { commitConsignInfo, operations, permissions, saveConsignInfo } from '../../dist/libs/contract/src/index.js';
import { CurrentUser, RequestLanguage } from '../../dist/apps/api/src/http/api-request.js';
import { CurrentCommand } from '../../dist/apps/api/src/http/command-context.js';
import { HandlesOperation } from '../../dist/apps/api/src/http/operation-handlers.js';
import { Input } from '../../dist/apps/api/src/http/input.js';
import { ApiModule } from '../../dist/apps/api/src/api.module.js';

/** Adds them to the contract and to the api of this process, under /bench. */
export const addNothing = () => {
  const controllers = [];
  for (const operation of [saveConsignInfo, commitConsignInfo]) {
    const nothing = { ...operation, name: `Nothing${operation.name}`, path: `/bench/${operation.name}` };
    operations.push(nothing);
    permissions[nothing.name] = permissions[operation.name];
    controllers.push(controllerOf(nothing));
  }
  class NothingModule {}
  Module({ controllers })(NothingModule);
  Reflect.getMetadata(MODULE_METADATA.IMPORTS, ApiModule).push(NothingModule);
};

/** Given what a controller is given; its answer is the shortest there is. */
const controllerOf = (operation) => {
  class DoNothing {
    handle() {
      return true;
    }
  }
  for (const [at, given] of [Input(), CurrentUser(), CurrentCommand(), RequestLanguage()].entries())
    given(DoNothing.prototype, 'handle', at);
  HandlesOperation(operation)(
    DoNothing.prototype,
    'handle',
    Object.getOwnPropertyDescriptor(DoNothing.prototype, 'handle'),
  );
  Controller()(DoNothing);
  return DoNothing;
};
