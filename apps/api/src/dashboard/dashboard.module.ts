import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller.js';
import { dashboardQueryHandlers } from './dashboard.queries.js';

/** Figures of the home page. */
@Module({ controllers: [DashboardController], providers: [...dashboardQueryHandlers] })
export class DashboardModule {}
