export * from './announcement.js';
export * from './notification-choices.js';
export * from './notification.js';
