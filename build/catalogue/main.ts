import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueOf, type ListedRow } from './rows.ts';

/** `node build/catalogue/main.ts [folder]`: writes what public lists say of models into one small file. */
const root = join(import.meta.dirname, '../..');
const folder = process.argv[2] ?? join(root, 'out/catalogue');
const packageFolder = join(root, 'node_modules/@earendil-works/pi-ai');
const lists = join(packageFolder, 'dist/providers/data');

const { name, version }: { name: string; version: string } = readJson(join(packageFolder, 'package.json'));
const listed = readdirSync(lists)
  .filter((file) => file.endsWith('.json') && !file.startsWith('.'))
  .sort()
  .flatMap((file) => {
    const byProtocol: Record<string, Record<string, ListedRow>> = readJson(join(lists, file));
    return Object.values(byProtocol).flatMap((rows) => Object.values(rows));
  });
const catalogue = catalogueOf(`${name} ${version}`, listed);
const rows = Object.values(catalogue.addresses).reduce((sum, all) => sum + Object.keys(all).length, 0);
if (rows < 1000)
  throw new Error(`Only ${rows} models were found: the package has another shape than before.`);

mkdirSync(folder, { recursive: true });
const path = join(folder, 'models.json');
writeFileSync(`${path}.new`, JSON.stringify(catalogue));
renameSync(`${path}.new`, path);

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
