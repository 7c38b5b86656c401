import agents from './agents.json';
import backup from './backup.json';
import chat from './chat.json';
import common from './common.json';
import composer from './composer.json';
import context from './context.json';
import errors from './errors.json';
import exporting from './export.json';
import fork from './fork.json';
import help from './help.json';
import imports from './import.json';
import library from './library.json';
import money from './money.json';
import settings from './settings.json';
import side from './side.json';
import snapshots from './snapshots.json';
import tools from './tools.json';
import tree from './tree.json';
import welcome from './welcome.json';

export default {
  agents,
  backup,
  chat,
  common,
  composer,
  context,
  errors,
  export: exporting,
  fork,
  help,
  import: imports,
  library,
  money,
  settings,
  side,
  snapshots,
  tools,
  tree,
  welcome,
};
