import chat from './chat.json';
import common from './common.json';
import composer from './composer.json';
import errors from './errors.json';
import help from './help.json';
import library from './library.json';
import settings from './settings.json';
import welcome from './welcome.json';

export default { chat, common, composer, errors, help, library, settings, welcome };
