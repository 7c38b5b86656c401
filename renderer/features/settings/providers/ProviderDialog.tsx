import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServer, Preset, Route } from '#contract';
import { keepLocalServer } from '../../../bridge/providers.ts';
import { useAsk } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { PresetPicker } from './PresetPicker.tsx';
import { ReaderStep } from './ReaderStep.tsx';
import { RouteForm } from './RouteForm.tsx';
import { useConnect } from './useConnect.ts';

export interface ProviderDialogProps {
  /** The route to change; null adds a new one. */
  route: Route | null;
  onClose: () => void;
  /** The provider is kept, and the user has seen it. */
  onDone: (route: Route) => void;
}

type Step =
  | { kind: 'pick' }
  | { kind: 'form'; preset: Preset; route: Route | null }
  | { kind: 'done'; route: Route };

/** Adds a provider in three short steps, or changes one: pick it, give the key, see what it offers. */
export default function ProviderDialog({ route, onClose, onDone }: ProviderDialogProps) {
  const [step, setStep] = useState<Step>(() =>
    route ? { kind: 'form', preset: presetOf(route), route } : { kind: 'pick' },
  );
  const tellFailure = useFailureToast();
  useOpenerFocus();
  const takeServer = (server: LocalServer) => {
    keepLocalServer(server).then((kept) => setStep({ kind: 'done', route: kept }), tellFailure);
  };
  if (step.kind === 'pick')
    return (
      <PickStep
        onPick={(preset) => setStep({ kind: 'form', preset, route: null })}
        onServer={takeServer}
        onClose={onClose}
      />
    );
  if (step.kind === 'form')
    return (
      <FormStep
        preset={step.preset}
        route={step.route}
        onBack={route ? null : () => setStep({ kind: 'pick' })}
        onClose={onClose}
        onSaved={(saved) => (route ? onDone(saved) : setStep({ kind: 'done', route: saved }))}
      />
    );
  return <ReaderStep route={step.route} onDone={() => onDone(step.route)} />;
}

/** Gives the focus back to what opened the first step: each step by itself knows only the step before. */
function useOpenerFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}

/** What is known of a route's provider from the route itself. */
function presetOf({ preset, name, wire, baseUrl, needsKey }: Route): Preset {
  return { id: preset, name, wire, baseUrl, keyUrl: '', needsKey };
}

interface PickStepProps {
  onPick: (preset: Preset) => void;
  onServer: (server: LocalServer) => void;
  onClose: () => void;
}

function PickStep({ onPick, onServer, onClose }: PickStepProps) {
  const { t } = useTranslation('settings');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('add.title')}
      description={t('add.description')}
      size="normal"
    >
      <PresetPicker onPick={onPick} onServer={onServer} />
    </Dialog>
  );
}

interface FormStepProps {
  preset: Preset;
  route: Route | null;
  onBack: (() => void) | null;
  onClose: () => void;
  onSaved: (route: Route) => void;
}

function FormStep({ preset, route, onBack, onClose, onSaved }: FormStepProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const formId = useId();
  const [protection] = useAsk('providers.keyProtection');
  // Until main has answered, and where it cannot: the user is asked, and nothing is promised.
  const system = protection.status === 'ready' && protection.value.system;
  const connect = useConnect({ preset, route, system, onSaved });
  const known = usePreset(preset);
  const adding = preset.id === 'other' ? t('add.title') : t('add.titleOf', { name: preset.name });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={route ? t('edit.title', { name: route.name }) : adding}
      size="normal"
      footer={
        <>
          {onBack ? (
            <Button variant="plain" onClick={onBack}>
              {t('add.back')}
            </Button>
          ) : (
            <Button onClick={onClose}>{common('cancel')}</Button>
          )}
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabledReason={connect.phase === 'checking' ? t('check.wait') : undefined}
          >
            {t('check.save')}
          </Button>
        </>
      }
    >
      <RouteForm id={formId} connect={connect} preset={known} route={route} system={system} />
    </Dialog>
  );
}

/** The preset as main knows it: a route does not carry where its keys are made. */
function usePreset(preset: Preset): Preset {
  const [presets] = useAsk('providers.presets');
  const known = presets.status === 'ready' ? presets.value.find(({ id }) => id === preset.id) : undefined;
  return known ?? preset;
}
