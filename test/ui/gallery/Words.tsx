import { Section } from './parts.tsx';
import styles from './Words.module.css';

const samples = [
  {
    lang: 'en',
    text: 'Yes, with one condition: the window sill is at 88 cm, so a fridge would have to be low.',
  },
  { lang: 'cs', text: 'Příliš žluťoučký kůň úpěl ďábelské ódy. Ďáblův Újezd, Řečkovice, Žďár nad Sázavou.' },
  { lang: 'th', text: 'น้ำตู้เย็นอยู่ใต้หน้าต่างได้ไหม ถ้าย้ายอ่างล้างไปที่ผนังด้านยาว กี่ปี่ ญู ฐุ ที่นี่' },
  { lang: 'ja', text: '冷蔵庫は窓の下に置けますか。流し台を長い壁に移す場合です。' },
  { lang: 'zh', text: '如果我们把水槽移到长墙，冰箱可以放在窗户下面吗？' },
  { lang: 'ko', text: '싱크대를 긴 벽으로 옮기면 냉장고를 창문 아래에 둘 수 있을까요?' },
];

const scale = ['12', '13', '15', '18', '22', '28'];

export function Words() {
  return (
    <Section title="Type">
      {scale.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          {size} Zápisky z jednání, แผนเที่ยวเชียงใหม่
        </p>
      ))}
      {samples.map(({ lang, text }) => (
        <p key={lang} lang={lang} className={styles.read}>
          {text}
        </p>
      ))}
      <p className={styles.faint}>
        Faint words, <span className={styles.soft}>soft words</span>, <code>code 0O1l</code>,{' '}
        <a href="#top">where the key comes from</a>
      </p>
    </Section>
  );
}
