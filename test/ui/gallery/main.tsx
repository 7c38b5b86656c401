import '../../../renderer/app/theme/index.css';
import { createRoot } from 'react-dom/client';
import { startI18n } from '../../../renderer/app/i18n/index.ts';
import { resolveLanguage } from '../../../renderer/app/i18n/languages.ts';
import { startRoutes } from '../../../renderer/app/routes/route.ts';
import { applyTheme } from '../../../renderer/app/theme/apply.ts';
import { ToastRegion } from '../../../renderer/ui/ToastRegion.tsx';
import { TooltipProvider } from '../../../renderer/ui/TooltipProvider.tsx';
import { installFakeBridge } from './fake-bridge.ts';
import { Kit } from './Kit.tsx';
import { ShellScene } from './ShellScene.tsx';

/** `?view=kit|floating|shell&theme=light|dark&lang=th&text=1.3` */
const query = new URLSearchParams(location.search);
const theme = query.get('theme');

installFakeBridge();
applyTheme({
  theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  textSize: Number(query.get('text') ?? 1),
});
await startI18n(resolveLanguage('system', [query.get('lang') ?? 'en']));
startRoutes({ view: 'new' });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <TooltipProvider>
    {query.get('view') === 'shell' ? <ShellScene /> : <Kit floating={query.get('view') === 'floating'} />}
    <ToastRegion />
  </TooltipProvider>,
);
