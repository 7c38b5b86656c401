import { create } from 'zustand';

export interface Toast {
  id: number;
  text: string;
  /** One way on, for example Undo. */
  action?: { label: string; onSelect: () => void };
}

interface ToastState {
  toasts: readonly Toast[];
  show: (toast: Omit<Toast, 'id'>) => number;
  dismiss: (id: number) => void;
}

/** At most this many at once: an older one gives way. */
const most = 3;

export const useToasts = create<ToastState>((set, get) => ({
  toasts: [],
  show: (toast) => {
    const id = (get().toasts.at(-1)?.id ?? 0) + 1;
    set(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }].slice(-most) }));
    return id;
  },
  dismiss: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) })),
}));

/** Tells what was done, for some seconds, with one way on. Returns the id that `dismiss` takes. */
export function showToast(toast: Omit<Toast, 'id'>): number {
  return useToasts.getState().show(toast);
}
