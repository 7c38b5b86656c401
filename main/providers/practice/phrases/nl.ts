import type { Phrases } from './phrases.ts';

export const nl: Phrases = {
  markers:
    'hoe wat waarom waar wanneer wie welke is zijn ik een het de van kan kun kunt hallo goedemorgen alstublieft bedankt dank schrijf toon laat zien zoek mijn niet jij u werkt maak voeg met voor naar dat die deze wordt als'.split(
      ' ',
    ),
  greetings: ['hallo', 'hoi', 'dag', 'goedemorgen', 'goedemiddag', 'goedenavond'],
  thanks: ['bedankt', 'dank', 'dankjewel', 'dankuwel'],
  findVerbs: ['zoek', 'vind', 'doorzoek'],
  formatting: ['opmaak', 'markdown', 'tabel', 'formule', 'latex'],
  words: ['woorden'],
  fillers:
    'alstublieft kun kunt je jij u me mij mijn ik de het een in van over wat dat die heb hebben we gezegd alles alle berichten bericht gesprek gesprekken waar met en naar is zijn op voor'.split(
      ' ',
    ),
  lexicon: [
    ['sleutel', 'key'],
    ['tak', 'branch'],
    ['vertakk', 'branch'],
    ['bewerk', 'edit'],
    ['wijzig', 'edit'],
    ['opnieuw', 'again retry'],
    ['terug', 'back'],
    ['verwijder', 'trash delete'],
    ['prullenbak', 'trash'],
    ['afbeelding', 'picture'],
    ['foto', 'picture'],
    ['bestand', 'file attach'],
    ['bijlage', 'attach file'],
    ['zoek', 'search find'],
    ['stop', 'stop'],
    ['toevoeg', 'add'],
    ['voeg', 'add'],
    ['begin', 'start first'],
    ['oefen', 'practice'],
    ['veilig', 'kept safe'],
    ['bewaar', 'kept saved'],
    ['computer', 'computer'],
    ['model', 'model'],
  ],
  introduction:
    'Ik ben de oefenassistent. Ik ben geen AI: ik ben een klein programma in Bough dat zonder internet werkt, zodat u alles kunt proberen voordat u een echt model verbindt.',
  greeting: 'Hallo.',
  welcome: 'Graag gedaan.',
  examples: [
    'Hoe voeg ik een sleutel toe?',
    'Wat gebeurt er als ik een bericht bewerk?',
    'Toon de opmaak',
    'Schrijf 800 woorden',
  ],
  tryThese: 'U kunt dit proberen:',
  guideSays: (page) => `De gids, die in het Engels is, zegt hierover op de pagina “${page}”:`,
  alsoInGuide: 'Ook in de gids:',
  notInGuide:
    'Daar vond ik niets over in de gids, en meer weet ik niet. Een echt model kan dit beantwoorden.',
  picture: ({ name, type, width, height, kilobytes }) =>
    `U hebt een afbeelding bijgevoegd, **${name}**: ${type}, ${width && height ? `${width} × ${height} pixels, ` : ''}${kilobytes} kB. Dat zegt het bestand over zichzelf; wat erop staat, kan ik niet zien. Een echt model dat beeld leest, kan dat wel.`,
  otherFile: (name) =>
    `U hebt **${name}** bijgevoegd. Het is geen tekst en geen afbeelding, dus meer kan ik er niet over zeggen.`,
  willRead: (name) => `Ik lees **${name}**.`,
  fileRead: ({ lines, words, characters }) =>
    `Het heeft ${lines} regels, ${words} woorden en ${characters} tekens. Ik kan ze tellen, maar niet begrijpen. Het begint zo:`,
  fileUnreadable: (name) => `Ik kon **${name}** niet lezen.`,
  willSearch: (query) => `Ik doorzoek uw gesprekken op “${query}”.`,
  found: (count) => (count === 1 ? 'Ik vond één plaats:' : `Ik vond ${count} plaatsen:`),
  foundNothing: 'Ik vond niets. Ik zoek alleen berichten waarin alle woorden voorkomen.',
  toolFailed: (tool) => `Het hulpmiddel ${tool} werkte niet. Het antwoordde:`,
  toolSaid: (tool) => `Het hulpmiddel ${tool} antwoordde:`,
  showcase: {
    title: 'Hoe een antwoord eruit kan zien',
    text: 'Tekst kan **vet**, *cursief*, ~~doorgestreept~~ of `zoals getypt` zijn.',
    table: 'Een tabel',
    columns: ['Boom', 'Hoogte', 'Leeftijd'],
    code: 'Code, met een knop om te kopiëren',
    formula: 'Een formule, in een regel ($a^2 + b^2 = c^2$) en op zichzelf',
    list: 'Een lijst',
    items: ['het eerste', 'het tweede', 'en iets eronder'],
  },
  longText: (words) =>
    `Hier zijn ongeveer ${words} woorden om te lezen, te scrollen en te stoppen. Ze betekenen niets bijzonders.`,
  sentences: [
    'Een boom besluit niet waarheen hij gaat; hij groeit meerdere kanten op en houdt ze allemaal.',
    'Elke tak onthoudt waar hij de stam verliet, en niemand hoeft er een af te zagen om een andere te proberen.',
    'Als de wind uit het westen komt, draaien de bladeren hun lichte kant naar boven en verandert de heuvel van kleur.',
    'Het pad onder de bomen is ouder dan het dorp en buigt overal waar ooit een steen lag.',
    'Kinderen tellen de ringen van een gevelde stam en stoppen bij het jaar waarin hun oma werd geboren.',
    'In het voorjaar stijgt het sap langzaam en ruikt het hele bos een week lang naar aarde en suiker.',
    'Niemand heeft hier haast, en daarom komt er zoveel af.',
    'Wie teruggaat naar het oude hek, ziet dat de andere weg nog open is.',
  ],
  thinkGuide: (words, sections) =>
    `Ik zoek deze woorden in de ${sections} delen van de gids: ${words}. Het deel met de meeste en de zeldzaamste komt eerst.`,
  thinkTool: (tool) => `Dit vraagt om iets wat ik hier niet heb. Het hulpmiddel ${tool} kan het halen.`,
  willRecall: (id) => `Ik haal het origineel van ‘${id}’ terug.`,
  summaryByRule:
    'Dit is een lijst volgens een vaste regel, geen samenvatting door een AI: de oefenassistent bewaart het begin van wat ieder zei.',
};
