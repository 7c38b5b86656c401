import { WrapText } from 'lucide-react';
import { createElement, memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import styles from './CodeBlock.module.css';
import { languageName } from './languages.ts';
import { type CodeToken, useHighlight } from './useHighlight.ts';

export interface CodeBlockProps {
  code: string;
  /** As the model named it; empty when it did not. */
  language: string;
  /** Its end has not arrived: it is shown plain. */
  growing: boolean;
}

/** Lines that are drawn as one piece: what arrives later draws only the last piece. */
const linesTogether = 60;
/** Characters that are drawn before the reader asks for all. */
const shownAtFirst = 100_000;

/** Code with its language, a copy button and colours that arrive when they are ready. */
export function CodeBlock({ code, language, growing }: CodeBlockProps) {
  const { t } = useTranslation('chat');
  const [wrapped, setWrapped] = useState(false);
  const [whole, setWhole] = useState(false);
  const cut = !whole && code.length > shownAtFirst;
  const shown = cut ? code.slice(0, shownAtFirst) : code;
  const name = languageName(language);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.bar}>
        <span className={styles.language}>{name || t('code.plain')}</span>
        <IconButton
          icon={WrapText}
          name={t('code.wrap')}
          size="small"
          pressed={wrapped}
          onClick={() => setWrapped(!wrapped)}
        />
        <CopyButton text={code} name={t('code.copy')} />
      </figcaption>
      <ScrollBox label={t('code.label', { language: name || t('code.plain') })} className={styles.box}>
        <pre className={styles.pre} data-wrap={wrapped}>
          <code>
            <Lines code={shown} language={language} growing={growing} />
          </code>
        </pre>
      </ScrollBox>
      {cut ? (
        <Button variant="plain" size="small" className={styles.whole} onClick={() => setWhole(true)}>
          {t('code.showAll')}
        </Button>
      ) : null}
    </figure>
  );
}

function Lines({ code, language, growing }: CodeBlockProps) {
  const tokens = useHighlight(code, language, !growing);
  const pieces = useMemo(() => cutLines(code), [code]);
  return pieces.map(({ line, text }) => (
    <Piece key={line} text={text} tokens={tokens?.slice(line, line + linesTogether) ?? null} />
  ));
}

interface CodePiece {
  /** Its first line, from 0. */
  line: number;
  text: string;
}

function cutLines(code: string): CodePiece[] {
  const lines = code.split('\n');
  const pieces: CodePiece[] = [];
  for (let line = 0; line < lines.length; line += linesTogether) {
    const end = line + linesTogether < lines.length ? '\n' : '';
    pieces.push({ line, text: lines.slice(line, line + linesTogether).join('\n') + end });
  }
  return pieces;
}

const Piece = memo(
  ({ text, tokens }: { text: string; tokens: CodeToken[][] | null }) => (
    <span>{tokens ? withNewlines(tokens, text).map(drawToken) : text}</span>
  ),
  (before, after) => before.text === after.text && (before.tokens === null) === (after.tokens === null),
);

/** The tokens of all lines in one row, with the line ends that the highlighter leaves out. */
function withNewlines(lines: CodeToken[][], text: string): CodeToken[] {
  const last = text.endsWith('\n') ? lines.length : lines.length - 1;
  return lines.flatMap((line, index) => (index < last ? [...line, newline] : line));
}

const newline: CodeToken = ['\n', ''];

function drawToken([text, look]: CodeToken, place: number) {
  return look ? createElement('span', { key: place, className: styles[look] }, text) : text;
}
