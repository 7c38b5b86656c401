export { HandoffDialog } from './HandoffDialog.tsx';
export { SideCard } from './SideCard.tsx';
export { askAside, closeSide } from './side.ts';
