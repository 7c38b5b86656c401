import { startApp } from './shell/app.ts';

startApp();
