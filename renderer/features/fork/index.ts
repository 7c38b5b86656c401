export { ForkedFrom } from './ForkedFrom.tsx';
export { MessagePoints } from './MessagePoints.tsx';
export { followPoints } from './points.ts';
