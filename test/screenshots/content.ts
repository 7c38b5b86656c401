/** One conversation of the pictures: what is said in it, as people would. */
export interface Talk {
  title: string;
  /** Whole days before the day of the pictures. */
  daysAgo: number;
  turns: readonly TalkTurn[];
}

interface TalkTurn {
  /** The wordings of the question, each with an answer of its own. */
  asks: readonly string[];
  /** Which of them the conversation goes on from; the last if not given. */
  goesOnFrom?: number;
  file?: { name: string; text: string };
  picture?: { name: string; bytes: Uint8Array };
  /** The file that it looks at before it answers. */
  reads?: string;
  answer: string;
  /** What the other wordings are answered, by their place; the same if not given. */
  otherAnswers?: Readonly<Record<number, string>>;
  /** A command that makes room before it is asked. */
  room?: 'snapshots';
}

/** Conversations of which only the title and the number of branches are seen. */
export const others: readonly { title: string; daysAgo: number; branches: number }[] = [
  { title: 'Letter to the housing office', daysAgo: 0, branches: 1 },
  { title: 'Tax questions 2026', daysAgo: 3, branches: 1 },
  { title: 'Story: the lighthouse', daysAgo: 4, branches: 14 },
  { title: 'Sourdough, second try', daysAgo: 12, branches: 2 },
  { title: 'Birthday speech for Marta', daysAgo: 19, branches: 3 },
];

export const kitchen: Talk = {
  title: 'Kitchen plan for the small flat',
  daysAgo: 0,
  turns: [
    {
      asks: ['We are redoing a kitchen of 7 m², 2.1 by 3.4 m. Where would you begin?'],
      file: {
        name: 'measurements.txt',
        text: 'Room: 2.10 x 3.40 m\nWindow sill: 88 cm above the floor\nStack: in the corner, 3.4 m from the long wall\n',
      },
      answer: [
        'With what cannot move: the **window**, the **door** and the **drain**. Three starting points fit:',
        '',
        '1. a galley along both long walls,',
        '2. an L around the window corner,',
        '3. one long wall, with a table opposite.',
      ].join('\n'),
    },
    {
      asks: [
        'What would an island cost us?',
        'Could the fridge go under the window if we move the sink to the long wall?',
        'Could the fridge stand beside the door?',
      ],
      goesOnFrom: 1,
      reads: 'measurements.txt',
      otherAnswers: {
        0: 'About 60 cm of passage on each side. In a room 2.1 m wide nothing is left of the worktop then, so I would leave it out.',
        2: 'Yes, with one condition: the door needs 90 cm to open, so a fridge would have to be a narrow model (54 cm). You would gain about 0.4 m of uninterrupted worktop on the long wall.\n\nThe drain stays where it is.',
      },
      answer: [
        'Yes, with one condition: the window sill is at 88 cm, so a fridge would have to be an under-counter model (82 cm). You would gain about 1.1 m of uninterrupted worktop on the long wall.',
        '',
        'The drain needs a fall of 2 cm a metre. From the new sink to the stack is 3.4 m, so the pipe arrives 7 cm lower, which fits behind the plinth.',
      ].join('\n'),
    },
    {
      asks: ['Show me both layouts side by side, then.'],
      answer: [
        '| | Sink stays | Sink on the long wall |',
        '| --- | ---: | ---: |',
        '| Worktop in one piece | 1.4 m | **2.5 m** |',
        '| Fridge | tall, 185 cm | under the window, 82 cm |',
        '| New pipe | none | 3.4 m, falls 7 cm |',
        '',
        'I would take the second one: the long worktop is what you will use every day.',
      ].join('\n'),
    },
  ],
};

export const minutes: Talk = {
  title: 'Zápisky z jednání',
  daysAgo: 0,
  turns: [
    {
      asks: ['Shrň mi zápis z úterní schůze domu.', 'Shrň mi zápis z úterní schůze domu do tří bodů.'],
      answer: [
        '1. **Střecha:** oprava se posouvá na květen, firma drží cenu do konce dubna.',
        '2. **Výtah:** revize proběhla bez závad, další je za tři roky.',
        '3. **Dvůr:** stojany na kola budou u zadního vchodu, ne pod okny.',
      ].join('\n'),
    },
    {
      asks: ['Kdo má za co odpovídat?'],
      answer: [
        '| Úkol | Kdo | Do kdy |',
        '| --- | --- | --- |',
        '| Podepsat smlouvu na střechu | paní Šťastná | 30. dubna |',
        '| Objednat stojany | pan Dvořák | 15. dubna |',
        '| Vyvěsit termín revize | výbor | tento týden |',
        '',
        'U úklidu dvora v zápise nikdo uvedený není. Mám na to připravit dotaz pro výbor?',
      ].join('\n'),
    },
  ],
};

export const trip: Talk = {
  title: 'แผนเที่ยวเชียงใหม่',
  daysAgo: 2,
  turns: [
    {
      asks: ['ช่วยวางแผนเที่ยวเชียงใหม่สามวันหน่อย', 'ช่วยวางแผนเที่ยวเชียงใหม่สามวัน สำหรับผู้ใหญ่สองคนกับเด็กหนึ่งคน'],
      answer: [
        '1. **วันแรก:** เดินเล่นในเมืองเก่า ไหว้พระที่วัดเจดีย์หลวง แล้วกินข้าวซอยตอนเย็น',
        '2. **วันที่สอง:** ขึ้นดอยสุเทพแต่เช้า อากาศเย็นและคนยังน้อย',
        '3. **วันที่สาม:** พาน้องไปดูช้างที่ปางช้าง แล้วแวะตลาดวโรรสก่อนกลับ',
      ].join('\n'),
    },
    {
      asks: ['ถ้าฝนตกวันที่สองล่ะ'],
      answer:
        'สลับวันที่สองกับวันที่สามได้เลย หรือไปพิพิธภัณฑ์พื้นถิ่นล้านนาแทน ใช้เวลาประมาณสองชั่วโมง เด็กเข้าฟรี และอยู่ใกล้ร้านกาแฟดี ๆ หลายร้าน',
    },
  ],
};
