import { useTranslation } from 'react-i18next';
import { useAgents } from '../../bridge/agents.ts';
import { Select } from '../../ui/Select.tsx';
import styles from './SearchFilters.module.css';
import { type Filters, searchTimes, searchWhere } from './search.ts';

export interface SearchFiltersProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Narrows a search: what, when, and by whom where there are several agents. */
export function SearchFilters({ filters, onChange }: SearchFiltersProps) {
  const { t } = useTranslation('library');
  const { agents } = useAgents();
  return (
    <div className={styles.filters}>
      <Select
        label={t('search.where')}
        hideLabel
        value={filters.where}
        options={searchWhere.map((value) => ({ value, label: t(`search.wheres.${value}`) }))}
        onValueChange={(where) => onChange({ ...filters, where })}
      />
      <Select
        label={t('search.when')}
        hideLabel
        value={filters.when}
        options={searchTimes.map((value) => ({ value, label: t(`search.whens.${value}`) }))}
        onValueChange={(when) => onChange({ ...filters, when })}
      />
      {agents.size > 1 ? (
        <Select
          label={t('search.agent')}
          hideLabel
          value={filters.agentId}
          options={[
            { value: '', label: t('search.anyAgent') },
            ...[...agents.values()].map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValueChange={(agentId) => onChange({ ...filters, agentId })}
        />
      ) : null}
    </div>
  );
}
