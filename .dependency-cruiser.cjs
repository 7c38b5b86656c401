/**
 * The layers of docs/architecture.md. An import that exists only for types is seen too (`type-only`), and is
 * allowed where a rule says so. TypeScript is parsed by swc: TypeScript 7 offers no parser to other tools.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'main/core runs nothing from outside itself: no node, sqlite, network, clock or zod.',
      severity: 'error',
      from: { path: '^main/core/' },
      to: { pathNot: '^main/core/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'electron-only-in-the-shell',
      comment: 'Everything else in main runs in plain Node, so that the test host can run it.',
      severity: 'error',
      from: { path: '^(main|renderer|preload)/', pathNot: '^(main/shell/|preload/index\\.ts$)' },
      to: { path: '(^|/)electron($|/|-log|-updater)' },
    },
    {
      name: 'shell-is-the-outermost-layer',
      comment: 'Only the entry may know which shell hosts the services.',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/(shell/|index\\.ts$)' },
      to: { path: '^main/shell/' },
    },
    {
      name: 'main-knows-no-renderer',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer/|preload/(?!contract/))' },
    },
    {
      name: 'renderer-only-through-the-contract',
      comment: 'The two sides meet in preload/contract and nowhere else, not even for types.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main/|preload/(?!contract/)|build/)' },
    },
    {
      name: 'no-node-in-the-renderer',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-are-strangers',
      comment:
        'A feature never imports a sibling: what two of them need belongs to renderer/ui or renderer/app.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'ui-and-bridge-stand-below-features',
      severity: 'error',
      from: { path: '^renderer/(ui|bridge)/' },
      to: { path: '^renderer/features/' },
    },
    {
      name: 'contract-knows-only-zod',
      severity: 'error',
      from: { path: '^preload/contract/' },
      to: { pathNot: '^(preload/contract/|node_modules/zod/)' },
    },
    {
      name: 'preload-is-thin',
      severity: 'error',
      from: { path: '^preload/', pathNot: '^preload/contract/' },
      to: { pathNot: '^(preload/|node_modules/electron/|electron$)' },
    },
    {
      name: 'lab-is-independent',
      comment: 'The provider lab judges what the app sends: it shares no code with what it judges.',
      severity: 'error',
      from: { path: '^test/lab/' },
      to: { path: '^(main|renderer|preload)/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(main|renderer|preload)/' },
      to: { path: '^test/' },
    },
    {
      name: 'sqlite-has-one-home',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/storage/' },
      to: { path: '^node_modules/better-sqlite3/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sharp-has-one-home',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/imaging/' },
      to: { path: '^node_modules/(sharp|@img)/' },
    },
    {
      name: 'vendor-sdks-have-one-home',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/providers/' },
      to: { path: '^node_modules/(@anthropic-ai/sdk|openai|@google/genai)/' },
    },
    {
      name: 'no-circles',
      comment: 'A circle of imports that run; circles of types alone are erased.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'declared-packages-only',
      comment: 'Every package that is imported is named in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-lead-somewhere',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|build/setup/launcher)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
