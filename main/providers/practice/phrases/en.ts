import type { Phrases } from './phrases.ts';

export const en: Phrases = {
  markers:
    'how what why where when who which is are the i you can could do does did hello hi please thanks write show find search my a an to of and with this that it in on for'.split(
      ' ',
    ),
  greetings: ['hello', 'hi', 'hey', 'good morning', 'good afternoon', 'good evening'],
  thanks: ['thanks', 'thank you', 'thank'],
  findVerbs: ['find', 'search', 'look for', 'look up'],
  formatting: ['format', 'markdown', 'formula', 'latex'],
  words: ['words'],
  branchVerbs: ['show me branches', 'show me the branches', 'show branches'],
  fillVerbs: ['fill your memory', 'fill the memory', 'fill up your memory'],
  goOn: ['go on', 'continue', 'next', 'more'],
  fillers:
    'please can could would you me my i the a an for in of about what that said did do we all any every everything messages message conversation conversations where with and to is are was it this have has had there'.split(
      ' ',
    ),
  lexicon: [],
  introduction:
    'I am the practice assistant. I am not an AI: I am a small program inside Bough that works without the internet, so that you can try everything before you connect a real model.',
  greeting: 'Hello.',
  welcome: 'You are welcome.',
  examples: [
    'How do I add a key?',
    'What happens when I edit a message?',
    'Show me the formatting',
    'Write 800 words',
    'Fill your memory',
    'Show me branches',
  ],
  tryThese: 'You can try:',
  guideSays: (page) => `The guide says this, on the page “${page}”:`,
  alsoInGuide: 'Also in the guide:',
  notInGuide:
    'I found nothing about that in the guide, and the guide is all I know. A real model can answer it.',
  picture: ({ name, type, width, height, kilobytes }) =>
    `You attached a picture, **${name}**: ${type}, ${width && height ? `${width} × ${height} pixels, ` : ''}${kilobytes} KB. That is what the file says about itself; I cannot see what is on it. A real model with vision can.`,
  otherFile: (name) =>
    `You attached **${name}**. It is neither text nor a picture, so I cannot say more about it.`,
  willRead: (name) => `I will read **${name}**.`,
  fileRead: ({ lines, words, characters }) =>
    `It has ${lines} lines, ${words} words and ${characters} characters. I can count them, but not understand them. It begins:`,
  fileUnreadable: (name) => `I could not read **${name}**.`,
  willSearch: (query) => `I will search your conversations for “${query}”.`,
  found: (count) => (count === 1 ? 'I found one place:' : `I found ${count} places:`),
  foundNothing: 'I found nothing. I look only for messages in which all the words occur.',
  toolFailed: (tool) => `The tool ${tool} did not work. It answered:`,
  toolSaid: (tool) => `The tool ${tool} answered:`,
  showcase: {
    title: 'What an answer can look like',
    text: 'Answers can be **bold**, *in italics*, ~~crossed out~~ or `as they are typed`.',
    table: 'A table',
    columns: ['Tree', 'Height', 'Age'],
    code: 'Code, with a button that copies it',
    formula: 'A formula, in a line ($a^2 + b^2 = c^2$) and by itself',
    list: 'A list',
    items: ['the first thing', 'the second thing', 'and one below it'],
  },
  longText: (words) =>
    `Here are about ${words} words to read, scroll and stop. They mean nothing in particular.`,
  fill: {
    title: 'Filling my memory, part',
    text: 'What follows means nothing in particular. It is long, so that my small memory fills up. Watch the ring below the message box: it says how full it is.',
    next: 'Write **go on** for the next part. When the memory is nearly full, Bough makes room by itself, and tells you.',
    made: 'My memory was nearly full, so Bough made room before it asked me this. On your screen nothing has changed, and no word is lost; I am only given less to read.',
    steps: [
      'Look for the line in this conversation that says so.',
      'Choose **See** or **Look at them** in it: there is what I am given instead, and the original beside it.',
      'Choose **Undo** in it, and I am given every word as text again. The ring shows the difference.',
      'Choose the ring to see everything that is in my memory.',
    ],
  },
  branches: {
    text: 'In a conversation you can go back to any place and try another way. What you had before stays, as a branch. Try it here:',
    steps: [
      'Point at your message above and choose **Edit**. Change a word and send it: there are two versions now, with arrows between them.',
      'Choose **Try again** below this answer, and there is another one beside it.',
      'Write **/tree**. The whole tree stands beside the conversation, and a flag marks where you are.',
      'Drag the flag onto another message to continue from there. Choose **Undo** to go back.',
      'Drag the end of one branch onto another to see the two side by side.',
      'Drag a message onto the list of conversations to copy it, with all that leads to it, into a new one.',
    ],
  },
  sentences: [
    'A tree does not decide where to go; it grows in several directions and keeps them all.',
    'Every branch remembers the place where it left the trunk, and nobody has to cut one to try another.',
    'When the wind comes from the west, the leaves turn their pale side up and the whole hill changes colour.',
    'The path under the trees is older than the village, and it bends wherever there was once a stone.',
    'Children count the rings of a felled trunk and stop at the year in which their grandmother was born.',
    'In spring the water rises slowly, and for a week the whole wood smells of earth and sugar.',
    'Nothing here is in a hurry, which is why so much gets done.',
    'If you go back to the old gate, you will find that the other way is still open.',
  ],
  thinkGuide: (words, sections) =>
    `I look for these words in the ${sections} sections of the guide: ${words}. The section with the most of them, and the rarest, comes first.`,
  thinkTool: (tool) => `This asks for something that I do not have here. The tool ${tool} can get it.`,
  willRecall: (id) => `I will bring back the original of “${id}”.`,
  summaryByRule:
    'This is a list made by a rule, not a summary by an AI: the practice assistant keeps the beginning of what each one said.',
};
