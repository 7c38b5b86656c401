import type { PanelName } from './routes/panel.ts';
import { useRoute } from './routes/route.ts';

/** The left column: the conversations. */
export function LibrarySlot() {
  return null;
}

/** The middle column: whatever the route names. */
export function MainSlot() {
  const route = useRoute();
  return <p>{route.view}</p>;
}

/** The right column: one panel at a time. */
export function PanelSlot({ panel }: { panel: PanelName }) {
  return <p>{panel}</p>;
}
