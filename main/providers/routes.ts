import type {
  LocalServer,
  MethodRequest,
  Model,
  Preset,
  Reader,
  Route,
  RouteCheck,
  RouteDraft,
  WireName,
} from '#contract';
import type { Environment } from '#core/environment.ts';
import { BoughError, toBridgeError } from '#core/errors.ts';
import type { Catalogue } from './catalogue.ts';
import type { KeyStore } from './keys.ts';
import { detectLocalServers, type LocalOptions, type LocalPreset, listLocalModels } from './local.ts';
import { practiceModel, practiceReader, practiceRoute } from './practice/model.ts';
import { normaliseBaseUrl, presets } from './presets.ts';
import { RouteStore, type Settings, type StoredRoute } from './route-store.ts';
import type { ListedModel, Wire, WireTarget } from './wire.ts';
import { isLoopback } from './wires/session.ts';

export interface RoutesOptions {
  settings: Settings;
  keys: KeyStore;
  wires: Record<WireName, Wire>;
  catalogue: Catalogue;
  environment: Environment;
  local: LocalOptions;
}

/** A reader with everything that a request to it needs. */
export interface ResolvedReader {
  wire: Wire;
  target: WireTarget;
  model: Model;
}

/** A reader as far as it is known without its key. */
export interface KnownReader {
  wire: WireName;
  target: WireTarget;
  model: Model;
}

/** A route before it is described: what a request needs to know. */
type Address = Pick<StoredRoute, 'id' | 'preset' | 'name' | 'wire' | 'baseUrl'>;

/** The ways to models that the user has set up: routes, their keys, their models, the default reader. */
export class Routes {
  readonly #options: RoutesOptions;
  readonly #store: RouteStore;
  /** What the last good check of an address listed, so that saving it needs no second request. */
  readonly #checked = new Map<string, ListedModel[]>();

  constructor(options: RoutesOptions) {
    this.#options = options;
    this.#store = new RouteStore(options.settings);
  }

  presets(): Preset[] {
    return [...presets];
  }

  /** The practice assistant first, then the user's in the order in which they were made. */
  routes(): Route[] {
    return [practiceRoute, ...this.#store.all().map((route) => this.#describe(route))];
  }

  keyProtection(): { system: boolean } {
    return { system: this.#options.keys.encrypts };
  }

  /** Makes or changes a route. A key stays with its address: at a new one it has to be given again. */
  async saveRoute({ route: draft, key }: MethodRequest<'providers.saveRoute'>): Promise<Route> {
    const address = this.#address(draft, draft.id ?? this.#options.environment.newId());
    const before = draft.id === undefined ? undefined : this.#stored(draft.id);
    const same = before?.wire === address.wire && before.baseUrl === address.baseUrl;
    const models = this.#checked.get(placeOf(address)) ?? (same ? before.models : []);
    if (key) await this.#options.keys.set(address.id, originOf(address), key);
    this.#store.put({ ...address, models, figures: before?.figures ?? {} });
    return this.#describe(this.#stored(address.id));
  }

  /** Removes a route and forgets its key. False for one that is not there, and for the practice assistant. */
  async removeRoute(id: string): Promise<boolean> {
    if (!this.#store.remove(id)) return false;
    await this.#options.keys.remove(id);
    return true;
  }

  /** Asks the provider for its models with this key, and saves nothing. */
  async check(
    { route: draft, key }: MethodRequest<'providers.check'>,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<RouteCheck> {
    const started = this.#options.environment.now();
    try {
      const address = this.#address(draft, draft.id ?? 'new');
      const listed = await this.#list(address, key || this.#keyOf(address), signal);
      this.#checked.set(placeOf(address), listed);
      const models = listed.map((model) => this.#options.catalogue.describe(model, address));
      return { ok: true, models, milliseconds: this.#options.environment.now() - started };
    } catch (error) {
      return { ok: false, error: toBridgeError(error) };
    }
  }

  /** Fetches the model list again and keeps it. */
  async refreshModels(id: string): Promise<Route> {
    if (id === practiceRoute.id) return practiceRoute;
    const route = this.#stored(id);
    const models = await this.#list(route, this.#keyOf(route), new AbortController().signal);
    this.#store.put({ ...this.#stored(id), models });
    return this.#describe(this.#stored(id));
  }

  /** Corrects what the app believes of a model; one that the provider did not list is added. */
  setModelFigures({ routeId, modelId, figures, reset }: MethodRequest<'providers.setModelFigures'>): Route {
    const route = this.#stored(routeId);
    const kept = { ...route.figures[modelId] };
    for (const name of reset) delete kept[name];
    const listed = route.models.some((model) => model.id === modelId);
    this.#store.put({
      ...route,
      models: listed ? route.models : [...route.models, { id: modelId }],
      figures: { ...route.figures, [modelId]: { ...kept, ...figures } },
    });
    return this.#describe(this.#stored(routeId));
  }

  /** Looks for model servers on this computer, once. */
  detectLocal(): Promise<LocalServer[]> {
    return detectLocalServers(this.#options.local);
  }

  defaultReader(): Reader {
    return this.#store.defaultReader();
  }

  /** @throws `not_found` for a route that is not there */
  setDefaultReader(reader: Reader): void {
    if (reader.routeId !== practiceReader.routeId) this.#stored(reader.routeId);
    this.#store.setDefaultReader(reader);
  }

  /**
   * Everything that a request to a reader needs.
   *
   * @param reader null: the default reader
   * @throws `no_reader` when its route is gone, `key_missing`, `key_unreadable`
   */
  async resolve(reader: Reader | null): Promise<ResolvedReader> {
    const { wire, target, model } = this.describe(reader);
    const stored = this.#store.find(target.routeId);
    const key = stored ? this.#keyOf(stored) : null;
    return { wire: this.#options.wires[wire], target: { ...target, key }, model };
  }

  /**
   * What is known of a reader: for everything but asking it.
   *
   * @param reader null: the default reader
   * @throws `no_reader` when its route is gone
   */
  describe(reader: Reader | null): KnownReader {
    const { routeId, modelId } = reader ?? this.defaultReader();
    if (routeId === practiceRoute.id) {
      return { wire: 'practice', target: targetOf(practiceRoute), model: practiceModel };
    }
    const stored = this.#store.find(routeId);
    if (!stored) throw new BoughError('no_reader', 'The route of this reader is gone');
    const listed = stored.models.find((model) => model.id === modelId) ?? { id: modelId };
    const model = this.#options.catalogue.describe(listed, stored, stored.figures[modelId]);
    return { wire: stored.wire, target: targetOf(stored), model };
  }

  #stored(id: string): StoredRoute {
    const route = this.#store.find(id);
    if (!route) throw new BoughError('not_found', `No route ${id}`);
    return route;
  }

  #address(draft: RouteDraft, id: string): Address {
    if (draft.wire === 'practice')
      throw new BoughError('bad_request', 'The practice assistant has no address');
    const given = draft.baseUrl || presets.find((preset) => preset.id === draft.preset)?.baseUrl || '';
    const baseUrl = normaliseBaseUrl(draft.wire, given);
    return { id, preset: draft.preset, name: draft.name, wire: draft.wire, baseUrl };
  }

  /** The kept key of an address; null where none is needed. */
  #keyOf(address: Address): string | null {
    const { keys } = this.#options;
    const origin = originOf(address);
    if (!needsKey(address) && keys.storageOf(address.id, origin) === 'none') return null;
    const params = { provider: address.name };
    const kept = keys.get(address.id, origin);
    if (kept.kind === 'key') return kept.value;
    if (kept.kind === 'absent') throw new BoughError('key_missing', `No key for ${address.name}`, { params });
    throw new BoughError('key_unreadable', 'The key cannot be read on this computer', { params });
  }

  async #list(address: Address, key: string | null, signal: AbortSignal): Promise<ListedModel[]> {
    const { local, wires } = this.#options;
    if (isLocalPreset(address.preset) && isLocal(address)) {
      const known = await listLocalModels(address.preset, originOf(address), local, address.wire);
      if (known) return known;
    }
    return wires[address.wire].models(targetOf(address, key), signal);
  }

  #describe(route: StoredRoute): Route {
    const { models, figures, ...address } = route;
    return {
      ...address,
      keyStorage: this.#options.keys.storageOf(route.id, originOf(route)),
      needsKey: needsKey(route),
      local: isLocal(route),
      models: models.map((model) => this.#options.catalogue.describe(model, route, figures[model.id])),
    };
  }
}

const originOf = ({ baseUrl }: Address): string => new URL(baseUrl).origin;
const placeOf = ({ wire, baseUrl }: Address): string => `${wire} ${baseUrl}`;
const isLocal = ({ baseUrl }: Address): boolean => isLoopback(new URL(baseUrl).hostname);
const needsKey = ({ preset }: Address): boolean => presets.find(({ id }) => id === preset)?.needsKey ?? false;

const isLocalPreset = (preset: string): preset is LocalPreset =>
  preset === 'ollama' || preset === 'lmstudio' || preset === 'llamacpp';

const targetOf = (
  { id, preset, name, baseUrl }: Omit<Address, 'wire'>,
  key: string | null = null,
): WireTarget => ({
  routeId: id,
  preset,
  provider: name,
  baseUrl,
  key,
});
