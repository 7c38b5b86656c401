import sharp from 'sharp';
import type { Talk } from './content.ts';

const makers = ['Nordholz', 'Kesselring', 'Atelier Brandt', 'Küchenwerk', 'Halver & Sons', 'Mirow'];
const things = [
  'base unit',
  'wall unit',
  'worktop, oak',
  'sink with tap',
  'hob, 60 cm',
  'hood',
  'drawer set',
  'plinth',
];

/** A price list as shops send it: long, dull, and looked at again and again. */
function offersText(lines: number): string {
  return Array.from({ length: lines }, (_, n) => {
    const maker = makers[n % makers.length] ?? '';
    const thing = things[(n * 5) % things.length] ?? '';
    const width = 30 + ((n * 15) % 90);
    const price = (49 + ((n * 7919) % 1900)).toFixed(2);
    return `${String(n + 1).padStart(4, '0')}  ${maker}: ${thing}, ${width} cm, ${price} EUR, delivery in ${1 + (n % 9)} weeks`;
  }).join('\n');
}

const questions = [
  'Compare the offers for the long wall.',
  'Which of them deliver before the end of May?',
  'And without the hood?',
  'What does the oak worktop cost at each of them?',
  'Which drawers fit beside the window?',
  'Is anything cheaper than Nordholz for the sink?',
  'Here is how the corner looks now. What would you change?',
  'Add up the cheapest set that has a hob.',
  'What do we pay if we keep our fridge?',
  'How long would we be without a kitchen?',
];

/** A long conversation about offers for a kitchen, some of it travelling as pages already. */
export async function offers(): Promise<Talk> {
  const corner = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#b9a582' } })
    .jpeg()
    .toBuffer();
  return {
    title: 'Offers for the kitchen',
    daysAgo: 1,
    turns: Array.from({ length: 17 }, (_, n) => ({
      asks: [
        n === 0
          ? 'We have six offers for the kitchen. Help us to choose.'
          : (questions[n % questions.length] ?? ''),
      ],
      ...(n === 1 && { file: { name: 'offers.txt', text: offersText(480) } }),
      ...(n === 11 && { picture: { name: 'corner.jpg', bytes: new Uint8Array(corner) } }),
      ...(n === 8 && { room: 'snapshots' as const }),
      ...(n > 1 && { reads: 'offers.txt' }),
      answer: answerTo(n),
    })),
  };
}

function answerTo(n: number): string {
  const [first, second, third] = [0, 1, 2].map((step) => makers[(n + step) % makers.length] ?? '');
  return [
    `For this, **${first}** is ahead: ${1180 + ((n * 317) % 900)} EUR with delivery in ${2 + (n % 4)} weeks.`,
    '',
    `- ${second} is ${40 + ((n * 53) % 200)} EUR dearer, but its drawers run more quietly.`,
    `- ${third} would need another week, and leaves out the plinth.`,
    '',
    'I would ask the first two whether the fitting is included before you decide.',
  ].join('\n');
}
