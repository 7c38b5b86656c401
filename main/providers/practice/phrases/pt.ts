import type { Phrases } from './phrases.ts';

export const pt: Phrases = {
  markers:
    'como que por onde quando quem é eu você pode posso olá oi bom boa dia tarde noite obrigado obrigada favor escreva mostre procure encontre uma um não minha meu está isso os as do da dos das no na com para se quais qual acontece'.split(
      ' ',
    ),
  greetings: ['olá', 'oi', 'bom dia', 'boa tarde', 'boa noite'],
  thanks: ['obrigado', 'obrigada', 'valeu'],
  findVerbs: ['procure', 'procura', 'encontre', 'busque', 'ache', 'pesquise'],
  formatting: ['format', 'markdown', 'tabela', 'fórmula', 'latex'],
  words: ['palavras'],
  fillers:
    'por favor você pode me meu minha eu nós o a os as um uma de do da dos das em no na sobre que eu disse dissemos tudo todas mensagens mensagem conversa conversas onde com e para é são está'.split(
      ' ',
    ),
  lexicon: [
    ['chave', 'key'],
    ['ramo', 'branch'],
    ['ramific', 'branch'],
    ['edit', 'edit'],
    ['novamente', 'again retry'],
    ['outra', 'again'],
    ['voltar', 'back'],
    ['volto', 'back'],
    ['apag', 'trash delete'],
    ['exclu', 'trash delete'],
    ['lixeira', 'trash'],
    ['imag', 'picture'],
    ['foto', 'picture'],
    ['arquivo', 'file attach'],
    ['anex', 'attach file'],
    ['busc', 'search find'],
    ['procur', 'search find'],
    ['parar', 'stop'],
    ['paro', 'stop'],
    ['adicion', 'add'],
    ['começ', 'start first'],
    ['prática', 'practice'],
    ['pratic', 'practice'],
    ['segur', 'kept safe'],
    ['guard', 'kept saved'],
    ['computador', 'computer'],
    ['modelo', 'model'],
  ],
  introduction:
    'Sou o assistente de prática. Não sou uma IA: sou um pequeno programa dentro do Bough que funciona sem internet, para que você possa experimentar tudo antes de conectar um modelo de verdade.',
  greeting: 'Olá.',
  welcome: 'De nada.',
  examples: [
    'Como adiciono uma chave?',
    'O que acontece quando edito uma mensagem?',
    'Mostre a formatação',
    'Escreva 800 palavras',
  ],
  tryThese: 'Você pode tentar:',
  guideSays: (page) => `O guia, que está em inglês, diz isto na página “${page}”:`,
  alsoInGuide: 'Também no guia:',
  notInGuide:
    'Não encontrei nada sobre isso no guia, e é tudo o que eu sei. Um modelo de verdade pode responder.',
  picture: ({ name, type, width, height, kilobytes }) =>
    `Você anexou uma imagem, **${name}**: ${type}, ${width && height ? `${width} × ${height} pixels, ` : ''}${kilobytes} KB. É o que o arquivo diz de si mesmo; não consigo ver o que há nela. Um modelo de verdade que enxerga imagens consegue.`,
  otherFile: (name) =>
    `Você anexou **${name}**. Não é texto nem imagem, então não posso dizer mais nada sobre ele.`,
  willRead: (name) => `Vou ler **${name}**.`,
  fileRead: ({ lines, words, characters }) =>
    `Tem ${lines} linhas, ${words} palavras e ${characters} caracteres. Sei contá-los, mas não entendê-los. Começa assim:`,
  fileUnreadable: (name) => `Não consegui ler **${name}**.`,
  willSearch: (query) => `Vou procurar “${query}” nas suas conversas.`,
  found: (count) => (count === 1 ? 'Encontrei um lugar:' : `Encontrei ${count} lugares:`),
  foundNothing: 'Não encontrei nada. Procuro apenas mensagens em que todas as palavras aparecem.',
  toolFailed: (tool) => `A ferramenta ${tool} não funcionou. Ela respondeu:`,
  toolSaid: (tool) => `A ferramenta ${tool} respondeu:`,
  showcase: {
    title: 'Como uma resposta pode ser',
    text: 'O texto pode estar em **negrito**, em *itálico*, ~~riscado~~ ou `como foi digitado`.',
    table: 'Uma tabela',
    columns: ['Árvore', 'Altura', 'Idade'],
    code: 'Código, com um botão para copiar',
    formula: 'Uma fórmula, na linha ($a^2 + b^2 = c^2$) e sozinha',
    list: 'Uma lista',
    items: ['a primeira coisa', 'a segunda coisa', 'e uma abaixo dela'],
  },
  longText: (words) =>
    `Aqui estão cerca de ${words} palavras para ler, rolar e interromper. Não significam nada em especial.`,
  sentences: [
    'Uma árvore não decide para onde ir; cresce em várias direções e guarda todas elas.',
    'Cada ramo se lembra do lugar em que deixou o tronco, e ninguém precisa cortar um para experimentar outro.',
    'Quando o vento vem do oeste, as folhas viram o lado claro para cima e o morro inteiro muda de cor.',
    'O caminho sob as árvores é mais velho que a vila e faz curvas onde um dia havia uma pedra.',
    'As crianças contam os anéis de um tronco caído e param no ano em que a avó nasceu.',
    'Na primavera a seiva sobe devagar, e por uma semana a mata toda cheira a terra e açúcar.',
    'Nada aqui tem pressa, e por isso tanta coisa fica pronta.',
    'Se você voltar ao portão antigo, verá que o outro caminho continua aberto.',
  ],
  thinkGuide: (words, sections) =>
    `Procuro estas palavras nas ${sections} seções do guia: ${words}. A seção com mais delas, e com as mais raras, vem primeiro.`,
  thinkTool: (tool) => `Isto pede algo que não tenho aqui. A ferramenta ${tool} consegue buscar.`,
  willRecall: (id) => `Vou trazer de volta o original de “${id}”.`,
  summaryByRule:
    'Esta é uma lista feita por uma regra, não um resumo de uma IA: o assistente de prática guarda o começo do que cada um disse.',
};
