import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Select } from '../../../ui/Select.tsx';
import type { ScopeChoice } from './choice.ts';

export interface ExportScopeFieldProps {
  conversationIds: readonly string[];
  value: ScopeChoice;
  onValueChange: (value: ScopeChoice) => void;
}

type Kind = 'current' | 'other' | 'tree';

/** Which branches leave: the current one, another one, or the whole tree. Not asked where there is only one. */
export function ExportScopeField({ conversationIds, value, onValueChange }: ExportScopeFieldProps) {
  const { t } = useTranslation('export');
  const [only = '', ...others] = conversationIds;
  const several = others.length > 0;
  const [branches] = useAnswer('export.branches', several ? null : { conversationId: only });
  const listed = branches.status === 'ready' ? branches.value : [];
  const [current, ...rest] = listed;
  if (!several && rest.length === 0) return null;
  const kind: Kind = typeof value === 'object' ? 'other' : value;
  const choose = (next: Kind) => {
    if (next !== 'other') onValueChange(next);
    else if (rest[0]) onValueChange({ leafId: rest[0].leafId });
  };
  const count = current?.messages ?? 0;
  const options = [
    { value: 'current' as const, label: several ? t('scope.currents') : t('scope.current', { count }) },
    ...(several ? [] : [{ value: 'other' as const, label: t('scope.other') }]),
    {
      value: 'tree' as const,
      label: several ? t('scope.trees') : t('scope.tree', { count: listed.length }),
      hint: t('scope.treeHint'),
    },
  ];
  return (
    <>
      <RadioGroup label={t('scope.label')} value={kind} options={options} onValueChange={choose} />
      {typeof value === 'object' ? (
        <Select
          label={t('scope.branch')}
          hideLabel
          value={value.leafId}
          options={rest.map(({ leafId, words, messages }) => ({
            value: leafId,
            label: t('scope.branchOption', { words: words || t('scope.noWords'), count: messages }),
          }))}
          onValueChange={(leafId) => onValueChange({ leafId })}
        />
      ) : null}
    </>
  );
}
