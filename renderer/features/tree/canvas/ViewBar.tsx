import { useReactFlow } from '@xyflow/react';
import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import type { Layout } from '../model/layout.ts';
import { around, glide, wholeTree } from './camera.ts';
import type { Box } from './useSight.ts';
import styles from './ViewBar.module.css';

export interface ViewBarProps {
  layout: Layout;
  box: Box;
}

/** Larger, smaller, the whole tree, and back to the tip. */
export function ViewBar({ layout, box }: ViewBarProps) {
  const { t } = useTranslation('tree');
  const flow = useReactFlow();
  return (
    <fieldset className={styles.bar} aria-label={t('view.label')}>
      <IconButton
        icon={LocateFixed}
        name={t('view.here')}
        size="small"
        tooltipSide="left"
        onClick={() => void flow.setViewport(around(layout, layout.tip, box, 1), glide())}
      />
      <IconButton
        icon={Maximize}
        name={t('view.fit')}
        size="small"
        tooltipSide="left"
        onClick={() => void flow.setViewport(wholeTree(layout, box), glide())}
      />
      <IconButton
        icon={Plus}
        name={t('view.in')}
        size="small"
        tooltipSide="left"
        onClick={() => void flow.zoomIn(glide())}
      />
      <IconButton
        icon={Minus}
        name={t('view.out')}
        size="small"
        tooltipSide="left"
        onClick={() => void flow.zoomOut(glide())}
      />
    </fieldset>
  );
}
