import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { instructionCommandHandlers } from './instructions.commands.js';
import { InstructionsController } from './instructions.controller.js';
import { instructionQueryHandlers } from './instructions.queries.js';

/** Operating instructions shown in the console. */
@Module({
  imports: [AuthModule],
  controllers: [InstructionsController],
  providers: [...instructionQueryHandlers, ...instructionCommandHandlers],
})
export class InstructionsModule {}
