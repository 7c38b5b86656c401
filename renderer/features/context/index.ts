export { MemoryGauge } from './gauge/MemoryGauge.tsx';
export { PassNotices } from './notice/PassNotices.tsx';
export { RoomProgress } from './notice/RoomProgress.tsx';
export { anchorNotices, followRoom, type RoomCommand, useRoom } from './room.ts';
export { useRoomCommand } from './useRoomCommand.ts';
